import { sql } from 'kysely'
import { afterSaleStatesAwaitingPerson } from '#contract/orders/after-sales/after-sale-lifecycle.ts'
import type { afterSaleEndpoints } from '#contract/orders/after-sales/api.ts'
import { type AfterSaleQueue, afterSaleQueues, type consoleAfterSaleEndpoints } from '#contract/orders/after-sales/console-api.ts'
import type { AfterSaleRow, ConsoleAfterSaleRow } from '#contract/orders/after-sales/shapes.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { addCheckToConsoleHandlers, findShopIdsStaffIsLimitedTo } from '#server/catalog/shops/public.ts'
import { findOrder } from '#server/orders/orders/public.ts'
import { type EnterpriseAccountManagerFilter, isEnterpriseOfAccountManagerSql } from '#server/people/account-managers/public.ts'
import { anyOfUnevenIdsSql, type Db } from '#server/platform/core/db.ts'
import { countRows, fetchSlice, toSlice } from '#server/platform/core/paging.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'
import { type AfterSaleRef, buildAfterSaleQuery, toAfterSale } from './after-sale-store.ts'
import { readAfterSaleListRowsForBuyer, readAfterSaleListRowsForConsole } from './after-sale-view.ts'

type Query = ReturnType<typeof buildAfterSaleQuery>

/** Returns a page of the after-sales of an enterprise, newest first. */
export async function listAfterSalesOfEnterprise(
  db: Db,
  enterpriseId: string,
  { pageNo, pageSize, state, orderNo }: InputOf<typeof afterSaleEndpoints.list>,
): Promise<{ dataList: AfterSaleRow[]; total: number }> {
  const order = orderNo === undefined ? undefined : await findOrder(db, enterpriseId, orderNo)
  if (orderNo !== undefined && !order) return { dataList: [], total: 0 }
  const matching = () => {
    let query = buildAfterSaleQuery(db).where('enterprise_id', '=', enterpriseId)
    if (state !== undefined) query = query.where('state', state === 'open' ? 'in' : 'not in', afterSaleStatesAwaitingPerson)
    return order ? query.where('order_id', '=', order.id) : query
  }
  const rows = await fetchSlice(matching().orderBy('created_at', 'desc').orderBy('id'), toSlice({ pageNo, pageSize }))
  return { dataList: await readAfterSaleListRowsForBuyer(db, enterpriseId, rows.map(toAfterSale)), total: await countRows(matching()) }
}

export async function countOpenAndFinishedAfterSales(db: Db, enterpriseId: string): Promise<{ open: number; over: number }> {
  const own = () => buildAfterSaleQuery(db).where('enterprise_id', '=', enterpriseId)
  return {
    open: await countRows(own().where('state', 'in', afterSaleStatesAwaitingPerson)),
    over: await countRows(own().where('state', 'not in', afterSaleStatesAwaitingPerson)),
  }
}

/** Returns the condition that limits a query to the after-sales of the shops that a staff member keeps. */
async function limitToOwnShops(db: Db, staffId: string): Promise<(query: Query) => Query> {
  const shops = await findShopIdsStaffIsLimitedTo(db, staffId)
  if (shops === null) return (query) => query
  return (query) =>
    query.where(sql<boolean>`exists (select from "order" as o
      where o.enterprise_id = after_sale.enterprise_id and o.id = after_sale.order_id and o.shop_id = ${anyOfUnevenIdsSql(shops)})`)
}

/** The condition of each queue. */
const inQueue: Record<AfterSaleQueue, (query: Query) => Query> = {
  decide: (query) => query.where('state', '=', 'APPLIED'),
  inspect: (query) => query.where('state', '=', 'RETURNING'),
  refund: (query) => query.where(sql<boolean>`(type = 'REFUND' and state = 'APPROVED') or (type = 'RETURN' and state = 'RECEIVED')`),
  exchange: (query) => query.where('type', '=', 'EXCHANGE').where('state', '=', 'RECEIVED'),
  buyer: (query) => query.where('type', '<>', 'REFUND').where('state', '=', 'APPROVED'),
}

/**
 * Returns a page of the after-sales of all enterprises, for a staff member: those of the shops that he keeps. A queue is sorted by waiting time, longest first; other lists newest
 * first.
 */
export async function listAfterSalesForConsole(
  db: Db,
  { pageNo, pageSize, ...filter }: InputOf<typeof consoleAfterSaleEndpoints.list>,
  staffId: string,
): Promise<{ dataList: ConsoleAfterSaleRow[]; total: number }> {
  const all = withoutTenantGuard(db, 'console')
  const own = await limitToOwnShops(db, staffId)
  const matching = () => {
    let query = own(buildAfterSaleQuery(all)).where(
      isEnterpriseOfAccountManagerSql('after_sale.enterprise_id', { manager: filter.manager, staffId }),
    )
    if (filter.queue) query = inQueue[filter.queue](query)
    if (filter.state) query = query.where('state', '=', filter.state)
    if (filter.type) query = query.where('type', '=', filter.type)
    if (filter.afterSaleNo) query = query.where('after_sale_no', '=', filter.afterSaleNo.toUpperCase())
    if (filter.enterpriseId) query = query.where('after_sale.enterprise_id', '=', filter.enterpriseId)
    if (filter.orderNo) query = query.where('order_id', 'in', all.selectFrom('order').select('id').where('order_no', '=', filter.orderNo))
    return query
  }
  const sorted = filter.queue ? matching().orderBy('state_at') : matching().orderBy('created_at', 'desc')
  const rows = await fetchSlice(sorted.orderBy('id'), toSlice({ pageNo, pageSize }))
  return { dataList: await readAfterSaleListRowsForConsole(db, rows.map(toAfterSale)), total: await countRows(matching()) }
}

/** Counts the after-sales in each queue, of the shops that a staff member keeps, and of the companies of an account manager. */
export async function countAfterSalesByQueueForStaff(
  db: Db,
  ofManager: EnterpriseAccountManagerFilter,
): Promise<{ queue: AfterSaleQueue; count: number }[]> {
  const all = withoutTenantGuard(db, 'console')
  const ownShops = await limitToOwnShops(db, ofManager.staffId)
  const own = (query: Query) => ownShops(query).where(isEnterpriseOfAccountManagerSql('after_sale.enterprise_id', ofManager))
  const counts: { queue: AfterSaleQueue; count: number }[] = []
  for (const queue of keysOf(afterSaleQueues)) counts.push({ queue, count: await countRows(inQueue[queue](own(buildAfterSaleQuery(all)))) })
  return counts
}

/** Refuses AFTER_SALE_NOT_FOUND for an after-sale of a shop that the staff member does not keep. */
async function refuseAfterSaleOfOtherShop(db: Db, { enterpriseId, id, staffId }: AfterSaleRef & { staffId: string }): Promise<void> {
  const own = await findShopIdsStaffIsLimitedTo(db, staffId)
  if (own === null) return
  const found = db
    .selectFrom('after_sale')
    .innerJoin('order', (join) =>
      join.onRef('order.enterprise_id', '=', 'after_sale.enterprise_id').onRef('order.id', '=', 'after_sale.order_id'),
    )
    .select('order.shop_id')
    .where('after_sale.enterprise_id', '=', enterpriseId)
    .where('after_sale.id', '=', id)
  const shopId = (await found.executeTakeFirst())?.shop_id
  if (shopId !== undefined && !own.includes(shopId)) refuse('AFTER_SALE_NOT_FOUND')
}

const isAboutAfterSale = (input: object): input is AfterSaleRef =>
  'enterpriseId' in input && typeof input.enterpriseId === 'string' && 'id' in input && typeof input.id === 'string'

/** Limits handlers of the console whose input names one after-sale. */
export const limitAfterSaleHandlersToStaffShops = <Group extends Parameters<typeof addCheckToConsoleHandlers>[0]>(handlers: Group): Group =>
  addCheckToConsoleHandlers(handlers, async (input, { db, caller: { staffId } }) => {
    if (isAboutAfterSale(input)) await refuseAfterSaleOfOtherShop(db, { ...input, staffId })
  })
