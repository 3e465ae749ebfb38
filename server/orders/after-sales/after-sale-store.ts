// Writes the tables `after_sale` and `after_sale_line`; after-sale-lists.ts also reads them.
import type { AfterSaleState, AfterSaleType } from '#contract/orders/after-sales/after-sale-lifecycle.ts'
import { afterSaleStatesAwaitingPerson } from '#contract/orders/after-sales/after-sale-lifecycle.ts'
import type { ShippingStage } from '#contract/orders/after-sales/shapes.ts'
import { type Fen, ZERO_FEN } from '#contract/platform/core/money.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { anyOfIdsSql, type Db, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { countRows } from '#server/platform/core/paging.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'

export interface AfterSale {
  enterpriseId: string
  id: string
  afterSaleNo: string
  orderId: string
  userId: string
  type: AfterSaleType
  state: AfterSaleState
  reason: string
  description: string
  freightAsked: boolean
  freightFen: Fen
  pictures: string[]
  carrier: string | null
  trackingNo: string | null
  refundFen: Fen | null
  exchangeOrderId: string | null
  entries: number
  stateAt: Date
  createdAt: Date
}

export interface RequestedAfterSaleLine {
  afterSaleId: string
  lineNo: number
  stage: ShippingStage
  asked: number
  accepted: number
  restocked: number
  refundFen: Fen
}

export const buildAfterSaleQuery = (db: Db) => db.selectFrom('after_sale').selectAll('after_sale')

type Row = Awaited<ReturnType<ReturnType<typeof buildAfterSaleQuery>['executeTakeFirstOrThrow']>>

export const toAfterSale = (row: Row): AfterSale => ({
  enterpriseId: row.enterprise_id,
  id: row.id,
  afterSaleNo: row.after_sale_no,
  orderId: row.order_id,
  userId: row.user_id,
  type: row.type,
  state: row.state,
  reason: row.reason,
  description: row.description,
  freightAsked: row.freight_asked,
  freightFen: row.freight_fen,
  pictures: row.pictures as string[],
  carrier: row.carrier,
  trackingNo: row.tracking_no,
  refundFen: row.refund_fen,
  exchangeOrderId: row.exchange_order_id,
  entries: row.entries,
  stateAt: row.state_at,
  createdAt: row.created_at,
})

export interface AfterSaleRef {
  enterpriseId: string
  id: string
}

export async function findAfterSale(db: Db, { enterpriseId, id }: AfterSaleRef): Promise<AfterSale | undefined> {
  const row = await buildAfterSaleQuery(db).where('enterprise_id', '=', enterpriseId).where('id', '=', id).executeTakeFirst()
  return row && toAfterSale(row)
}

/** Locks an after-sale until the transaction ends. The caller locks its order first. */
export async function lockAfterSale(tx: Tx, { enterpriseId, id }: AfterSaleRef): Promise<AfterSale | undefined> {
  const row = await buildAfterSaleQuery(tx)
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row && toAfterSale(row)
}

/** Lists the after-sales of an order that are not finished. */
export async function listOpenAfterSalesOfOrder(
  db: Db,
  { enterpriseId, orderId }: { enterpriseId: string; orderId: string },
): Promise<AfterSale[]> {
  const rows = await buildAfterSaleQuery(db)
    .where('enterprise_id', '=', enterpriseId)
    .where('order_id', '=', orderId)
    .where('state', 'in', afterSaleStatesAwaitingPerson)
    .execute()
  return rows.map(toAfterSale)
}

/** Lists the lines of the given after-sales of one enterprise. */
export async function listRequestedAfterSaleLines(db: Db, enterpriseId: string, ids: readonly string[]): Promise<RequestedAfterSaleLine[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('after_sale_line')
    .selectAll()
    .where('enterprise_id', '=', enterpriseId)
    .where('after_sale_id', '=', anyOfIdsSql(ids))
    .orderBy('line_no')
    .orderBy('stage', 'desc')
    .execute()
  return rows.map((row) => ({
    afterSaleId: row.after_sale_id,
    lineNo: row.line_no,
    stage: row.stage,
    asked: row.asked,
    accepted: row.accepted,
    restocked: row.restocked,
    refundFen: row.refund_fen,
  }))
}

const NUMBER_BYTES = 5

export type NewAfterSale = Pick<
  AfterSale,
  'enterpriseId' | 'orderId' | 'userId' | 'type' | 'reason' | 'description' | 'freightAsked' | 'pictures'
> & { id: string; lines: readonly { lineNo: number; stage: ShippingStage; quantity: number }[] }

/** Inserts an after-sale and returns its number: the date and ten random letters, which do not reveal how many after-sales there are. */
export async function insertAfterSale(tx: Tx, moment: Moment, afterSale: NewAfterSale): Promise<string> {
  const afterSaleNo = `SH${toShanghaiDay(moment.now).replaceAll('-', '')}${moment.bytes(NUMBER_BYTES).toString('hex').toUpperCase()}`
  await tx
    .insertInto('after_sale')
    .values({
      enterprise_id: afterSale.enterpriseId,
      id: afterSale.id,
      after_sale_no: afterSaleNo,
      order_id: afterSale.orderId,
      user_id: afterSale.userId,
      type: afterSale.type,
      state: 'APPLIED',
      reason: afterSale.reason,
      description: afterSale.description,
      freight_asked: afterSale.freightAsked,
      pictures: JSON.stringify(afterSale.pictures),
      entries: 0,
      state_at: moment.now,
      created_at: moment.now,
    })
    .execute()
  const lines = afterSale.lines.map(({ lineNo, stage, quantity }) => ({
    enterprise_id: afterSale.enterpriseId,
    after_sale_id: afterSale.id,
    line_no: lineNo,
    stage,
    asked: quantity,
    accepted: quantity,
  }))
  if (lines.length > 0) await tx.insertInto('after_sale_line').values(lines).execute()
  return afterSaleNo
}

export type AfterSaleColumnChanges = Partial<
  Pick<AfterSale, 'type' | 'freightFen' | 'carrier' | 'trackingNo' | 'refundFen' | 'exchangeOrderId'>
>

/** Sets the state of an after-sale and the columns that change with it. The caller holds the lock. */
export async function updateAfterSaleRow(
  tx: Tx,
  moment: Moment,
  { enterpriseId, id }: AfterSaleRef,
  { to, change = {} }: { to: AfterSaleState; change?: AfterSaleColumnChanges },
): Promise<void> {
  await tx
    .updateTable('after_sale')
    .set({
      state: to,
      state_at: moment.now,
      ...(change.type === undefined ? {} : { type: change.type }),
      ...(change.freightFen === undefined ? {} : { freight_fen: change.freightFen }),
      ...(change.carrier === undefined ? {} : { carrier: change.carrier, tracking_no: change.trackingNo ?? null }),
      ...(change.refundFen === undefined ? {} : { refund_fen: change.refundFen }),
      ...(change.exchangeOrderId === undefined ? {} : { exchange_order_id: change.exchangeOrderId }),
    })
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', id)
    .execute()
}

/** Updates for a line the units that staff accept, the units that went back to stock, and the refund in fen. */
export async function updateRequestedAfterSaleLineRow(
  tx: Tx,
  { enterpriseId, id }: AfterSaleRef,
  {
    lineNo,
    stage,
    accepted,
    restocked,
    refundFen = ZERO_FEN,
  }: Omit<RequestedAfterSaleLine, 'afterSaleId' | 'asked' | 'refundFen'> & { refundFen?: Fen },
): Promise<void> {
  await tx
    .updateTable('after_sale_line')
    .set({ accepted, restocked, refund_fen: refundFen })
    .where('enterprise_id', '=', enterpriseId)
    .where('after_sale_id', '=', id)
    .where('line_no', '=', lineNo)
    .where('stage', '=', stage)
    .execute()
}

/** Takes the number of the next entry in the history of an after-sale. */
export async function takeNextAfterSaleEntryNumber(tx: Tx, { enterpriseId, id }: AfterSaleRef): Promise<number> {
  const { entries } = await tx
    .updateTable('after_sale')
    .set(({ eb }) => ({ entries: eb('entries', '+', 1) }))
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', id)
    .returning('entries')
    .executeTakeFirstOrThrow()
  return entries
}

const DUE_BATCH = 500

/** Lists agreed returns of all enterprises whose goods were not sent before the given time. */
export async function listReturnRefsNotSentInTime(db: Db, before: Date): Promise<AfterSaleRef[]> {
  const rows = await withoutTenantGuard(db, 'finding work')
    .selectFrom('after_sale')
    .select(['enterprise_id', 'id'])
    .where('state', '=', 'APPROVED')
    .where('type', '<>', 'REFUND')
    .where('state_at', '<=', before)
    .orderBy('state_at')
    .limit(DUE_BATCH)
    .execute()
  return rows.map(({ enterprise_id, id }) => ({ enterpriseId: enterprise_id, id }))
}

/** Counts the after-sales of an enterprise that are not decided or not done. */
export const countOpenAfterSales = (db: Db, enterpriseId: string): Promise<number> =>
  countRows(db.selectFrom('after_sale').where('enterprise_id', '=', enterpriseId).where('state', 'in', afterSaleStatesAwaitingPerson))
