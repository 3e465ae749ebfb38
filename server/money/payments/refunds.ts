// The table `refund`: money that goes back the way it came. update-refunds.ts changes its rows.

import type { RefundState } from '#contract/money/payments/payment-lifecycle.ts'
import type { Fen } from '#contract/platform/core/money.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { anyOfIdsSql, type Db, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { publishEvents } from '#server/platform/core/outbox.ts'
import { countRows, fetchPageWithTotal, toSlice } from '#server/platform/core/paging.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'

export interface Refund {
  enterpriseId: string
  id: string
  refundNo: string
  paymentId: string
  orderId: string | null
  amountFen: Fen
  way: 'credit' | 'wallet' | 'gateway'
  source: 'commitment' | 'sales' | 'suspense'
  state: RefundState
  title: string
  reason: string
  failure: string | null
  reference: string | null
  tries: number
  createdAt: Date
  settledAt: Date | null
}

const NUMBER_BYTES = 5

/** The date and ten random hex digits, which do not reveal how many refunds there are. */
const newRefundNo = (moment: Moment): string =>
  `TK${toShanghaiDay(moment.now).replaceAll('-', '')}${moment.bytes(NUMBER_BYTES).toString('hex').toUpperCase()}`

const rows = (db: Db) =>
  db
    .selectFrom('refund')
    .select(['enterprise_id', 'id', 'refund_no', 'payment_id', 'order_id', 'amount_fen', 'way', 'source', 'state', 'title', 'reason'])
    .select(['failure', 'reference', 'tries', 'created_at', 'settled_at'])

type Row = Awaited<ReturnType<ReturnType<typeof rows>['executeTakeFirstOrThrow']>>

const refundFrom = (row: Row): Refund => ({
  enterpriseId: row.enterprise_id,
  id: row.id,
  refundNo: row.refund_no,
  paymentId: row.payment_id,
  orderId: row.order_id,
  amountFen: row.amount_fen,
  way: row.way,
  source: row.source,
  state: row.state,
  title: row.title,
  reason: row.reason,
  failure: row.failure,
  reference: row.reference,
  tries: row.tries,
  createdAt: row.created_at,
  settledAt: row.settled_at,
})

export interface RefundRef {
  enterpriseId: string
  id: string
}

/** Locks the refund until the transaction ends. */
export async function lockRefund(tx: Tx, { enterpriseId, id }: RefundRef): Promise<Refund | undefined> {
  const row = await rows(tx).where('enterprise_id', '=', enterpriseId).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
  return row && refundFrom(row)
}

/** Finds a refund of any company by its id alone, because providers and jobs do not know the company. */
export async function findRefundById(db: Db, id: string): Promise<Refund | undefined> {
  const row = await rows(withoutTenantGuard(db, 'finding work')).where('id', '=', id).executeTakeFirst()
  return row && refundFrom(row)
}

/** The numbers of some refunds of a company, by their ids. Other ids are left out. */
export async function findRefundNumbers(db: Db, enterpriseId: string, ids: readonly string[]): Promise<Map<string, string>> {
  const found = await db
    .selectFrom('refund')
    .select(['id', 'refund_no'])
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', anyOfIdsSql(ids))
    .execute()
  return new Map(found.map(({ id, refund_no }) => [id, refund_no]))
}

const DUE_BATCH = 200

/** Finds refunds of any company whose provider is due to be called. */
export async function findDueRefundIds(db: Db, now: Date): Promise<string[]> {
  const due = await withoutTenantGuard(db, 'finding work')
    .selectFrom('refund')
    .select('id')
    .where('next_try_at', '<=', now)
    .orderBy('next_try_at')
    .limit(DUE_BATCH)
    .execute()
  return due.map(({ id }) => id)
}

/** Lists the refunds of a payment, the newest first. */
export async function listRefundsOfPayment(db: Db, { enterpriseId, id }: RefundRef): Promise<Refund[]> {
  const found = await rows(db)
    .where('enterprise_id', '=', enterpriseId)
    .where('payment_id', '=', id)
    .orderBy('created_at', 'desc')
    .execute()
  return found.map(refundFrom)
}

export interface RefundFilter {
  state?: RefundState | undefined
  refundNo?: string | undefined
  enterpriseId?: string | undefined
  pageNo: number
  pageSize: number
}

/** Lists a page of all companies' refunds for staff, the newest first (failed ones oldest first). */
export async function listRefunds(db: Db, filter: RefundFilter): Promise<{ dataList: Refund[]; total: number }> {
  const { state, refundNo, enterpriseId, pageNo, pageSize } = filter
  const filtered = () => {
    let query = rows(withoutTenantGuard(db, 'console'))
    if (state !== undefined) query = query.where('state', '=', state)
    if (refundNo) query = query.where('refund_no', '=', refundNo)
    if (enterpriseId !== undefined) query = query.where('enterprise_id', '=', enterpriseId)
    return query
  }
  const { rows: page, total } = await fetchPageWithTotal(
    filtered()
      .orderBy('created_at', state === 'FAILED' ? 'asc' : 'desc')
      .orderBy('id', state === 'FAILED' ? 'desc' : 'asc'),
    filtered(),
    toSlice({ pageNo, pageSize }),
  )
  return { dataList: page.map(refundFrom), total }
}

export interface NewRefund {
  enterpriseId: string
  paymentId: string
  orderId: string | null
  seq: number
  amountFen: Fen
  way: Refund['way']
  source: Refund['source']
  title: string
  reason: string
  afterSaleId?: string
}

/** Inserts a refund. One that a provider carries out waits for the job, which gets an event. All others are settled at once. */
export async function insertRefund(tx: Tx, moment: Moment, refund: NewRefund): Promise<string> {
  const id = moment.newId()
  const refundNo = newRefundNo(moment)
  const waits = refund.way === 'gateway'
  await tx
    .insertInto('refund')
    .values({
      enterprise_id: refund.enterpriseId,
      id,
      refund_no: refundNo,
      payment_id: refund.paymentId,
      order_id: refund.orderId,
      seq: refund.seq,
      amount_fen: refund.amountFen,
      way: refund.way,
      source: refund.source,
      title: refund.title,
      reason: refund.reason,
      state: waits ? 'WAIT' : 'SETTLED',
      created_at: moment.now,
      settled_at: waits ? null : moment.now,
      next_try_at: waits ? moment.now : null,
      after_sale_id: refund.afterSaleId ?? null,
    })
    .execute()
  const { enterpriseId, orderId, amountFen } = refund
  if (waits) await publishEvents(tx, moment, [{ topic: 'refund.made', enterpriseId, payload: { refundId: id } }])
  else await publishEvents(tx, moment, [{ topic: 'refund.done', enterpriseId, payload: { refundNo, orderId, amountFen } }])
  return id
}

/** The number of the next refund of an order. 0 and 1 were given before refunds were counted. The order is locked. */
export async function readNextRefundNumberOfOrder(tx: Tx, enterpriseId: string, orderId: string): Promise<number> {
  const { last } = await tx
    .selectFrom('refund')
    .select(({ fn }) => fn.max('seq').as('last'))
    .where('enterprise_id', '=', enterpriseId)
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  return Math.max(last ?? 0, 1) + 1
}

/** Lists the refunds of an after-sale with their states. */
export async function listRefundsOfAfterSale(db: Db, enterpriseId: string, afterSaleId: string): Promise<Refund[]> {
  const found = await rows(db).where('enterprise_id', '=', enterpriseId).where('after_sale_id', '=', afterSaleId).orderBy('seq').execute()
  return found.map(refundFrom)
}

/** Finds the orders of some refunds, by refund. Refunds without an order, and ids that are not refunds, are missing. */
export async function findOrderIdsByRefundId(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await withoutTenantGuard(db, 'finding work')
    .selectFrom('refund')
    .select(['id', 'order_id'])
    .where('id', '=', anyOfIdsSql(ids))
    .execute()
  return new Map(rows.flatMap(({ id, order_id }) => (order_id === null ? [] : [[id, order_id] as const])))
}

/** Counts the refunds to an enterprise that are not paid. */
export const countUnsettledRefundsOfEnterprise = (db: Db, enterpriseId: string): Promise<number> =>
  countRows(db.selectFrom('refund').where('enterprise_id', '=', enterpriseId).where('state', '<>', 'SETTLED'))
