import { sql } from 'kysely'
import type { invoiceEndpoints } from '#contract/billing/invoices/api.ts'
import { type consoleInvoiceEndpoints, type InvoiceQueue, invoiceQueues } from '#contract/billing/invoices/console-api.ts'
import { type BuyerInvoiceStatus, buyerInvoiceStatuses } from '#contract/billing/invoices/invoice-lifecycle.ts'
import type { ConsoleInvoiceRow, InvoiceRow } from '#contract/billing/invoices/shapes.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { addCheckToConsoleHandlers, findShopIdsStaffIsLimitedTo, isInShopsOrUnrestrictedSql } from '#server/catalog/shops/public.ts'
import { anyOfIdsSql, type Db } from '#server/platform/core/db.ts'
import { countRows, fetchSlice, type RowSlice } from '#server/platform/core/paging.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'
import { buildInvoiceQuery, findInvoice, type Invoice, toInvoice } from './invoice-store.ts'
import { readConsoleInvoiceRowOutputs, readInvoiceRowOutputs } from './invoice-view.ts'
import { isInvoiceWaitingForTaxCodesSql } from './tax-codes/tax-codes.ts'

type Query = ReturnType<typeof buildInvoiceQuery>

/** SQL: the invoices with a line of an order, of one enterprise or of all. */
const overOrder = (db: Db, orderNo: string) =>
  db
    .selectFrom('invoice_line as line')
    .innerJoin('order as o', (join) => join.onRef('o.enterprise_id', '=', 'line.enterprise_id').onRef('o.id', '=', 'line.order_id'))
    .select('line.invoice_id')
    .where('o.order_no', '=', orderNo)

/** Returns a page of an enterprise's invoices, newest first. */
export async function listInvoicesOfEnterprise(
  db: Db,
  enterpriseId: string,
  { standing, orderNo, limit, offset }: Pick<InputOf<typeof invoiceEndpoints.list>, 'standing' | 'orderNo'> & RowSlice,
): Promise<{ dataList: InvoiceRow[]; total: number }> {
  const matching = () => {
    let own = buildInvoiceQuery(db).where('enterprise_id', '=', enterpriseId)
    if (standing !== undefined) own = own.where('state', 'in', buyerInvoiceStatuses[standing].states)
    if (orderNo !== undefined) own = own.where('id', 'in', overOrder(db, orderNo).where('line.enterprise_id', '=', enterpriseId))
    return own
  }
  const rows = await fetchSlice(matching().orderBy('created_at', 'desc').orderBy('id'), { limit, offset })
  return { dataList: await readInvoiceRowOutputs(db, rows.map(toInvoice)), total: await countRows(matching()) }
}

/** Finds invoices of one enterprise by id, unsorted. */
export async function findInvoicesById(db: Db, enterpriseId: string, ids: readonly string[]): Promise<Invoice[]> {
  return (await buildInvoiceQuery(db).where('enterprise_id', '=', enterpriseId).where('id', '=', anyOfIdsSql(ids)).execute()).map(toInvoice)
}

export async function countInvoicesOfEnterpriseByStatus(db: Db, enterpriseId: string): Promise<Record<BuyerInvoiceStatus, number>> {
  const rows = await db
    .selectFrom('invoice')
    .select(['state', db.fn.countAll<number>().as('total')])
    .where('enterprise_id', '=', enterpriseId)
    .groupBy('state')
    .execute()
  const of = (standing: BuyerInvoiceStatus) =>
    rows
      .filter(({ state }) => (buyerInvoiceStatuses[standing].states as readonly string[]).includes(state))
      .reduce((total, row) => total + row.total, 0)
  return { wait: of('wait'), issued: of('issued'), rejected: of('rejected'), red: of('red') }
}

/** SQL: a red letter waits for staff, because it is entered by hand or the provider has refused it. */
const redWaits = sql<boolean>`exists (select from invoice_issue i where i.enterprise_id = invoice.enterprise_id and i.invoice_id = invoice.id
  and i.kind = 'red' and (i.state = 'FAILED' or (i.state = 'WAIT' and i.way = 'hand')))`

/** SQL: a red letter waits until the buyer confirms it at the tax bureau. */
const awaitsBuyer = sql<boolean>`exists (select from invoice_issue i
  join invoice_red_confirmation c on c.enterprise_id = i.enterprise_id and c.issue_id = i.id and c.state = 'PENDING'
  where i.enterprise_id = invoice.enterprise_id and i.invoice_id = invoice.id and i.state = 'WAIT')`

/** The condition of each queue. */
const inQueue: Record<InvoiceQueue, (query: Query) => Query> = {
  decide: (query) => query.where('state', '=', 'APPLIED'),
  uncoded: (query) => query.where(isInvoiceWaitingForTaxCodesSql),
  failed: (query) => query.where('state', '=', 'FAILED'),
  red: (query) => query.where('state', '=', 'ISSUED').where(redWaits),
  confirm: (query) => query.where('state', '=', 'ISSUED').where(awaitsBuyer),
}

type Filter = Omit<InputOf<typeof consoleInvoiceEndpoints.list>, 'pageNo' | 'pageSize'>

/** Returns the condition that limits a query to the invoices of the shops that a staff member keeps. */
async function limitToOwnShops(db: Db, staffId: string): Promise<(query: Query) => Query> {
  const shops = await findShopIdsStaffIsLimitedTo(db, staffId)
  return (query) => query.where(isInShopsOrUnrestrictedSql('shop_id', shops))
}

function filtered(all: Db, filter: Filter): Query {
  let query = buildInvoiceQuery(all)
  if (filter.queue) query = inQueue[filter.queue](query)
  if (filter.state) query = query.where('state', '=', filter.state)
  if (filter.kind) query = query.where(sql<boolean>`title ->> 'kind' = ${filter.kind}`)
  if (filter.invoiceNo) query = query.where('invoice_no', '=', filter.invoiceNo.toUpperCase())
  if (filter.enterpriseId) query = query.where('invoice.enterprise_id', '=', filter.enterpriseId)
  if (filter.number)
    query = query.where('id', 'in', all.selectFrom('invoice_issue').select('invoice_id').where('number', '=', filter.number))
  if (filter.orderNo) query = query.where('id', 'in', overOrder(all, filter.orderNo))
  return query
}

/**
 * Returns a page of the invoices of all enterprises, for a staff member: those of the shops that he keeps. A queue is sorted by waiting time, longest first; other lists newest first.
 */
export async function listInvoicesForConsole(
  db: Db,
  { limit, offset, ...filter }: Filter & RowSlice,
  staffId: string,
): Promise<{ dataList: ConsoleInvoiceRow[]; total: number }> {
  const all = withoutTenantGuard(db, 'console')
  const own = await limitToOwnShops(db, staffId)
  const matching = () => own(filtered(all, filter))
  const sorted = filter.queue ? matching().orderBy('state_at') : matching().orderBy('created_at', 'desc')
  const rows = await fetchSlice(sorted.orderBy('id'), { limit, offset })
  return { dataList: await readConsoleInvoiceRowOutputs(db, rows.map(toInvoice)), total: await countRows(matching()) }
}

/** Counts the invoices in each queue, of the shops that a staff member keeps. */
export async function countInvoicesByQueue(db: Db, staffId: string): Promise<{ queue: InvoiceQueue; count: number }[]> {
  const all = withoutTenantGuard(db, 'console')
  const own = await limitToOwnShops(db, staffId)
  const counts: { queue: InvoiceQueue; count: number }[] = []
  for (const queue of keysOf(invoiceQueues)) counts.push({ queue, count: await countRows(inQueue[queue](own(buildInvoiceQuery(all)))) })
  return counts
}

/**
 * Limits handlers of the console whose input names one invoice: calls about other shops are refused with INVOICE_NOT_FOUND. Lists limit
 * themselves.
 */
export const limitInvoiceHandlersToStaffShops = <Group extends Parameters<typeof addCheckToConsoleHandlers>[0]>(handlers: Group): Group =>
  addCheckToConsoleHandlers(handlers, async (input, { db, caller: { staffId } }) => {
    if (!('enterpriseId' in input && typeof input.enterpriseId === 'string' && 'id' in input && typeof input.id === 'string')) return
    const own = await findShopIdsStaffIsLimitedTo(db, staffId)
    if (own === null) return
    const invoice = await findInvoice(db, { enterpriseId: input.enterpriseId, id: input.id })
    if (invoice && (invoice.shopId === null || !own.includes(invoice.shopId))) refuse('INVOICE_NOT_FOUND')
  })
