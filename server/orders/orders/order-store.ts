// Orders: their type, how they are found and locked, and the columns that change without a new state. order-lines.ts has their lines, order-inserts.ts creates
// them, order-transitions.ts changes their states.
import { sql } from 'kysely'
import { formatGoodsNames } from '#contract/catalog/goods/goods-names.ts'
import type { PaymentMethod, PriceType } from '#contract/orders/orders/amounts.ts'
import type { OrderState } from '#contract/orders/orders/order-lifecycle.ts'
import type { Fen } from '#contract/platform/core/money.ts'
import type { FreightRule } from '#contract/sites/freight/freight.ts'
import { compileOnce } from '#server/platform/core/compiled-once.ts'
import { anyOfIdsSql, anyOfTextsSql, type Db, type Tx } from '#server/platform/core/db.ts'
import { countRows } from '#server/platform/core/paging.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'

/** A proposal as a trade names it; `preparedBy`: a person of the mall. */
export interface ProposalOfTrade {
  proposalId: string
  proposalNo: string
  preparedBy: string
}

export interface Order {
  enterpriseId: string
  id: string
  orderNo: string
  tradeId: string
  userId: string
  shopId: string
  state: OrderState
  priceType: PriceType
  goodsFen: Fen
  /** What is charged, after what a coupon took off it. */
  freightFen: Fen
  freightDiscountFen: Fen
  freightRefundedFen: Fen
  /** What a coupon took off the goods. */
  discountFen: Fen
  payableFen: Fen
  freight: FreightRule
  remark: string
  projectId: string | null
  poNumber: string
  costCentre: string
  receiver: { name: string; mobile: string; region: string; detail: string }
  /** The warehouses that its promised day is computed from; null: the main one alone. */
  promisedFrom: string[] | null
  firstGoods: string
  /** The units of all lines. */
  goodsCount: number
  /** How many different goods it has; null: the order is from before it was counted. */
  goodsKinds: number | null
  cancelAskedAt: Date | null
  cancelReason: string | null
  /** Since when it has open after-sales; null: none is open. */
  afterSaleSince: Date | null
  stateAt: Date
  /** Since when it waits to be shipped; meaningful while it does. */
  toShipSince: Date
  /** Only for an exchange order: its after-sale; null: the order was bought. */
  afterSaleId: string | null
  /** When it is cancelled if it is not paid. null: the deadline of the lifecycle applies. */
  payBy: Date | null
  /** When it is received automatically because its carriers have delivered everything. null: the deadline of the lifecycle applies. */
  receiveBy: Date | null
  createdAt: Date
  method: PaymentMethod
  /** The quotation at whose prices it was made; null: at those of the catalog. */
  quotation: { quotationId: string; quotationNo: string } | null
  /** The proposal of staff that it was made of, and who prepared that; null: the buyer chose the goods himself. */
  proposal: ProposalOfTrade | null
  /** The parent whose buyer ordered it (集团采购), as it was called then; null: an own person of the company. */
  parentName: string | null
}

/** Selects orders with the payment method of their trade. */
export const buildOrderQuery = (db: Pick<Db, 'selectFrom'>) =>
  db
    .selectFrom('order')
    .innerJoin('trade', (join) => join.onRef('trade.enterprise_id', '=', 'order.enterprise_id').onRef('trade.id', '=', 'order.trade_id'))
    .select(['order.enterprise_id', 'order.id', 'order.order_no', 'order.trade_id', 'order.user_id', 'order.shop_id', 'order.state'])
    .select(['order.price_type', 'order.goods_fen', 'order.freight_fen', 'order.freight_refunded_fen', 'order.discount_fen'])
    .select(['order.freight_discount_fen', 'order.payable_fen', 'order.remark', 'order.project_id', 'order.receiver_name'])
    .select(['order.receiver_mobile', 'order.receiver_region', 'order.receiver_detail', 'order.first_goods', 'order.goods_count'])
    .select(['order.goods_kinds', 'order.cancel_asked_at', 'order.cancel_reason', 'order.to_ship_since'])
    .select(['order.po_number', 'order.cost_centre', 'order.freight_fee_fen', 'order.freight_free_from_fen'])
    .select(['order.after_sale_since', 'order.state_at', 'order.pay_by', 'order.receive_by', 'order.created_at'])
    .select(['order.promised_from', 'order.after_sale_id', 'trade.method', 'trade.quotation_id', 'trade.quotation_no'])
    .select(['trade.proposal_id', 'trade.proposal_no', 'trade.prepared_by', 'trade.parent_name'])

type RawOrder = Awaited<ReturnType<ReturnType<typeof buildOrderQuery>['executeTakeFirstOrThrow']>>

export const toOrder = (row: RawOrder): Order => ({
  enterpriseId: row.enterprise_id,
  id: row.id,
  orderNo: row.order_no,
  tradeId: row.trade_id,
  userId: row.user_id,
  shopId: row.shop_id,
  state: row.state,
  priceType: row.price_type,
  goodsFen: row.goods_fen,
  freightFen: row.freight_fen,
  freightDiscountFen: row.freight_discount_fen,
  freightRefundedFen: row.freight_refunded_fen,
  discountFen: row.discount_fen,
  payableFen: row.payable_fen,
  freight: { feeFen: row.freight_fee_fen, freeFromFen: row.freight_free_from_fen },
  remark: row.remark,
  projectId: row.project_id,
  poNumber: row.po_number,
  costCentre: row.cost_centre,
  receiver: { name: row.receiver_name, mobile: row.receiver_mobile, region: row.receiver_region, detail: row.receiver_detail },
  promisedFrom: row.promised_from,
  firstGoods: row.first_goods,
  goodsCount: row.goods_count,
  goodsKinds: row.goods_kinds,
  cancelAskedAt: row.cancel_asked_at,
  cancelReason: row.cancel_reason,
  afterSaleSince: row.after_sale_since,
  afterSaleId: row.after_sale_id,
  stateAt: row.state_at,
  toShipSince: row.to_ship_since ?? row.state_at,
  payBy: row.pay_by,
  receiveBy: row.receive_by,
  createdAt: row.created_at,
  method: row.method,
  quotation:
    row.quotation_id === null || row.quotation_no === null ? null : { quotationId: row.quotation_id, quotationNo: row.quotation_no },
  proposal:
    row.proposal_id === null || row.proposal_no === null || row.prepared_by === null
      ? null
      : { proposalId: row.proposal_id, proposalNo: row.proposal_no, preparedBy: row.prepared_by },
  parentName: row.parent_name,
})

/** Formats the goods of orders that are paid together, for bills and messages: the first one's name, and how many kinds there are if there are more. */
export function formatGoodsOfOrders(orders: readonly Pick<Order, 'firstGoods' | 'goodsKinds'>[]): string {
  const kinds = orders.reduce((total, { goodsKinds }) => total + (goodsKinds ?? 1), 0)
  return formatGoodsNames(orders[0]?.firstGoods ?? '', kinds)
}

/** Selects the orders that may have a coupon. The payable amount is lower with one. */
export const selectOrdersThatMayHaveCoupon = (orders: readonly Order[]): Order[] =>
  orders.filter(({ discountFen, freightDiscountFen }) => discountFen > 0 || freightDiscountFen > 0)

/** Selects orders of one enterprise. */
const owned = (db: Db, enterpriseId: string) => buildOrderQuery(db).where('order.enterprise_id', '=', enterpriseId)

export async function findOrder(db: Db, enterpriseId: string, orderNo: string): Promise<Order | undefined> {
  const row = await owned(db, enterpriseId).where('order.order_no', '=', orderNo).executeTakeFirst()
  return row && toOrder(row)
}

/** Locks an order until the transaction ends, so that a decision about it stays valid. */
export async function lockOrder(tx: Tx, enterpriseId: string, orderNo: string): Promise<Order | undefined> {
  const row = await owned(tx, enterpriseId).where('order.order_no', '=', orderNo).forNoKeyUpdate('order').executeTakeFirst()
  return row && toOrder(row)
}

const lockOfTrade = compileOnce((tx, { enterpriseId, tradeId }: { enterpriseId: string; tradeId: string }) =>
  owned(tx, enterpriseId).where('order.trade_id', '=', tradeId).orderBy('order.id').forNoKeyUpdate('order'),
)

/** Locks all orders of a trade. The sequence is always the same, so that two transactions do not deadlock. */
export async function lockOrdersOfTrade(tx: Tx, enterpriseId: string, tradeId: string): Promise<Order[]> {
  return (await lockOfTrade(tx, { enterpriseId, tradeId }).execute()).map(toOrder)
}

export async function findOrdersOfTrade(db: Db, enterpriseId: string, tradeId: string): Promise<Order[]> {
  const rows = await owned(db, enterpriseId).where('order.trade_id', '=', tradeId).orderBy('order.id').execute()
  return rows.map(toOrder)
}

/** Finds the orders of the given trades of one enterprise. */
export async function findOrdersOfManyTrades(db: Db, enterpriseId: string, tradeIds: readonly string[]): Promise<Order[]> {
  const rows = await owned(db, enterpriseId).where('order.trade_id', '=', anyOfIdsSql(tradeIds)).orderBy('order.id').execute()
  return rows.map(toOrder)
}

/** Finds orders of one enterprise by number, unsorted. Unknown numbers are left out. */
export async function findOrdersByNumber(db: Db, enterpriseId: string, orderNos: readonly string[]): Promise<Order[]> {
  const rows = await owned(db, enterpriseId).where('order.order_no', '=', anyOfTextsSql(orderNos)).execute()
  return rows.map(toOrder)
}

/** Finds orders of one enterprise by id, unsorted. */
export async function findOrdersById(db: Db, enterpriseId: string, ids: readonly string[]): Promise<Order[]> {
  return (await owned(db, enterpriseId).where('order.id', '=', anyOfIdsSql(ids)).execute()).map(toOrder)
}

/** Locks orders by id. The sequence is always the same, so that two transactions do not deadlock. */
export async function lockOrdersById(tx: Tx, enterpriseId: string, ids: readonly string[]): Promise<Order[]> {
  const rows = await owned(tx, enterpriseId).where('order.id', '=', anyOfIdsSql(ids)).orderBy('order.id').forNoKeyUpdate('order').execute()
  return rows.map(toOrder)
}

/** The numbers that identify an order: ours and the buyer's own; '' if there is none. */
export interface OrderReferences {
  orderNo: string
  poNumber: string
  costCentre: string
}

/** Returns all numbers of the given orders of one enterprise, by id. */
export async function findOrderReferencesById(db: Db, enterpriseId: string, ids: readonly string[]): Promise<Map<string, OrderReferences>> {
  const rows = await db
    .selectFrom('order')
    .select(['id', 'order_no', 'po_number', 'cost_centre'])
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', anyOfIdsSql(ids))
    .execute()
  return new Map(rows.map((row) => [row.id, { orderNo: row.order_no, poNumber: row.po_number, costCentre: row.cost_centre }]))
}

/** Returns our numbers of the given orders of one enterprise, by id. */
export async function findOrderNumbers(db: Db, enterpriseId: string, ids: readonly string[]): Promise<Map<string, string>> {
  return new Map([...(await findOrderReferencesById(db, enterpriseId, ids))].map(([id, { orderNo }]) => [id, orderNo]))
}

type Ref = Pick<Order, 'enterpriseId' | 'id'>

const update = (tx: Tx, { enterpriseId, id }: Ref) => tx.updateTable('order').where('enterprise_id', '=', enterpriseId).where('id', '=', id)

const DUE_BATCH = 500

/** Finds orders of all enterprises that have been in a state since before a time. Jobs then process them one by one. */
export async function findOrderRefsInStateSinceBefore(
  db: Db,
  { states, before, now }: { states: readonly OrderState[]; before: Date; now: Date },
): Promise<{ enterpriseId: string; orderNo: string }[]> {
  const ofState = withoutTenantGuard(db, 'finding work')
    .selectFrom('order')
    .select(['enterprise_id', 'order_no'])
    .where('state', 'in', states)
    // A shipped order is not received automatically while an after-sale of it is open.
    .where((eb) => eb.or([eb('state', '<>', 'SENT'), eb('after_sale_since', 'is', null)]))
    .where((eb) => eb.or([eb('pay_by', 'is', null), eb('pay_by', '<=', now)]))
    .limit(DUE_BATCH)
  const waited = await ofState
    .where('state_at', '<=', before)
    .where((eb) => eb.or([eb('state', '<>', 'SENT'), eb('receive_by', 'is', null)]))
    .orderBy('state_at')
    .execute()
  // Two statements, because each has an index of its own.
  const delivered = states.includes('SENT') ? await ofState.where('receive_by', '<=', now).orderBy('receive_by').execute() : []
  return [...waited, ...delivered].map(({ enterprise_id, order_no }) => ({ enterpriseId: enterprise_id, orderNo: order_no }))
}

/** Records that the buyer requests a cancellation of a paid order, or removes the request. */
export async function updateOrderCancelRequestColumns(
  tx: Tx,
  order: Order,
  { at, reason }: { at: Date | null; reason: string | null },
): Promise<void> {
  await update(tx, order).set({ cancel_asked_at: at, cancel_reason: reason }).execute()
}

/** Adds a refunded amount of freight in fen. More than the freight violates a CHECK. */
export async function recordFreightRefund(tx: Tx, order: Order, amountFen: Fen): Promise<void> {
  await update(tx, order)
    .set({ freight_refunded_fen: sql<Fen>`freight_refunded_fen + ${amountFen}` })
    .execute()
}

/** States in which somebody still has to approve, pay, ship or receive. */
const UNFINISHED = ['WAIT_APPROVAL', 'WAIT_PAY', 'WAIT_SEND', 'PART_SENT', 'SENT'] as const satisfies readonly OrderState[]

/** Counts the orders of an enterprise that are neither received nor cancelled. */
export const countUnfinishedOrders = (db: Db, enterpriseId: string): Promise<number> =>
  countRows(db.selectFrom('order').where('enterprise_id', '=', enterpriseId).where('state', 'in', UNFINISHED))

/** Finds the payment method of the last trade that a member has submitted; undefined: there is none among the latest 200 of the company. */
export async function findLastPaymentMethodOfMember(
  db: Db,
  { enterpriseId, userId }: { enterpriseId: string; userId: string },
): Promise<PaymentMethod | undefined> {
  // The ids are in the order of time.
  const recent = db
    .selectFrom('trade')
    .select(['id', 'user_id', 'method'])
    .where('enterprise_id', '=', enterpriseId)
    .orderBy('id', 'desc')
    .limit(200)
  const last = await db
    .selectFrom(recent.as('trade'))
    .select('method')
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.method
}

/** SQL: since when the orders of a query wait to be shipped. A part that is left waits as long as the whole did. */
export const toShipSinceSql = sql<Date>`coalesce("order".to_ship_since, "order".state_at)`

/** SQL: the province of an order, which is the first word of its region. `order`: the table or its alias. */
export const provinceOfOrderSql = (order: string): string => `split_part(${order}.receiver_region, ' ', 1)`
