// Inserts new orders, reprices unpaid ones and sets until when they wait; order-transitions.ts changes their state.
import { sql } from 'kysely'
import type { PaymentMethod, PriceType } from '#contract/orders/orders/amounts.ts'
import type { OrderState } from '#contract/orders/orders/order-lifecycle.ts'
import type { Fen } from '#contract/platform/core/money.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import type { FreightRule } from '#contract/sites/freight/freight.ts'
import { compileInsertOnce } from '#server/platform/core/compiled-once.ts'
import { awaitAllAndThrowFirstError, sendWithNextStatement, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { permuteSequenceToTenDigits } from '#server/platform/core/numbering.ts'
import type { ProposalOfTrade } from './order-store.ts'

export interface NewOrderLine {
  skuId: string
  goodsId: string
  goodsName: string
  /** The value of the goods at the time of the order. */
  picture: string | null
  unit: string
  skuCode: string
  skuProps: Record<string, string>
  quantity: number
  salePriceFen: Fen
  creditPriceFen: Fen | null
  unitPriceFen: Fen
  amountFen: Fen
  discountFen: Fen
  /** The equipment that the line is for. */
  equipmentId?: string | undefined
  /** The level gift; undefined for ordered goods. */
  giftId?: string | undefined
  /** The warehouse that it is planned to leave from; undefined or null: the main one. */
  plannedFrom?: string | null | undefined
}

export interface NewOrder {
  id: string
  orderNo: string
  shopId: string
  state: OrderState
  priceType: PriceType
  goodsFen: Fen
  /** What is charged, after what a coupon takes off it. */
  freightFen: Fen
  freightDiscountFen: Fen
  discountFen: Fen
  payableFen: Fen
  /** The coupon that gives the discount; undefined or null: none. */
  couponId?: string | null
  /** The freight terms. They are kept, so that the freight can be computed again for another payment method. */
  freight: FreightRule
  remark: string
  /** The project that the order is for. */
  projectId?: string | undefined
  /** The warehouses that its promised day is computed from; undefined or null: the main one alone. */
  promisedFrom?: readonly string[] | null
  /** 采购单号 and 成本中心: the buyer's own references; '' if there is none. */
  poNumber: string
  costCentre: string
  /** Only for an exchange order: its after-sale. */
  afterSaleId?: string
  lines: readonly NewOrderLine[]
}

export interface NewTrade {
  enterpriseId: string
  userId: string
  /** The parent whose buyer orders (集团采购); null: an own person of the company. */
  parentName: string | null
  method: PaymentMethod
  receiver: { name: string; mobile: string; region: string; detail: string }
  orders: readonly NewOrder[]
  /** The quotation at whose prices they are made; null or undefined: at those of the catalog. */
  quotation?: { quotationId: string; quotationNo: string } | null
  /** The proposal of staff that they are made of, and the id of who prepared it; null or undefined: none. */
  proposal?: ProposalOfTrade | null
}

/** Returns order numbers: the date and ten digits. They are unique and do not reveal how many orders there are (domain §5). */
export async function generateOrderNumbers(tx: Tx, moment: Moment, key: Buffer, count: number): Promise<string[]> {
  const { rows } = await sql<{ n: number }>`select nextval('order_sequence') as n from generate_series(1, ${sql.lit(count)})`.execute(tx)
  return rows.map(({ n }) => toShanghaiDay(moment.now).replaceAll('-', '') + permuteSequenceToTenDigits(key, n))
}

const insertTrades = compileInsertOnce((tx) => tx.insertInto('trade'))
const insertOrders = compileInsertOnce((tx) => tx.insertInto('order'))
const insertLines = compileInsertOnce((tx) => tx.insertInto('order_line'))

/** Inserts a trade with its orders together with the next statement of the transaction, or with its commit. Returns its id. */
export async function insertTrade(
  tx: Tx,
  moment: Moment,
  { enterpriseId, userId, parentName, method, receiver, orders, quotation, proposal }: NewTrade,
): Promise<string> {
  const tradeId = moment.newId()
  const trade = {
    enterprise_id: enterpriseId,
    id: tradeId,
    user_id: userId,
    parent_name: parentName,
    method,
    quotation_id: quotation?.quotationId ?? null,
    quotation_no: quotation?.quotationNo ?? null,
    proposal_id: proposal?.proposalId ?? null,
    proposal_no: proposal?.proposalNo ?? null,
    prepared_by: proposal?.preparedBy ?? null,
    created_at: moment.now,
  }
  const rows = orders.map((order) => ({
    enterprise_id: enterpriseId,
    id: order.id,
    order_no: order.orderNo,
    trade_id: tradeId,
    user_id: userId,
    after_sale_id: order.afterSaleId ?? null,
    project_id: order.projectId ?? null,
    promised_from: order.promisedFrom ? [...order.promisedFrom] : null,
    coupon_id: order.couponId ?? null,
    shop_id: order.shopId,
    state: order.state,
    price_type: order.priceType,
    remark: order.remark,
    po_number: order.poNumber,
    cost_centre: order.costCentre,
    words: wordsOf(order),
    freight_fee_fen: order.freight.feeFen,
    freight_free_from_fen: order.freight.freeFromFen,
    goods_fen: order.goodsFen,
    freight_fen: order.freightFen,
    freight_discount_fen: order.freightDiscountFen,
    discount_fen: order.discountFen,
    payable_fen: order.payableFen,

    receiver_name: receiver.name,
    receiver_mobile: receiver.mobile,
    receiver_region: receiver.region,
    receiver_detail: receiver.detail,
    first_goods: order.lines[0]?.goodsName ?? '',
    goods_count: order.lines.reduce((count, { quantity }) => count + quantity, 0),
    goods_kinds: new Set(order.lines.map(({ goodsId }) => goodsId)).size || null,
    state_at: moment.now,
    created_at: moment.now,
    event_count: 1,
  }))
  const lines = orders.flatMap((order) => order.lines.map((line, at) => lineRow(enterpriseId, order.id, at + 1, line)))
  await awaitAllAndThrowFirstError(
    sendWithNextStatement(tx, insertTrades(tx, [trade])),
    sendWithNextStatement(tx, insertOrders(tx, rows)),
    sendWithNextStatement(tx, insertLines(tx, lines)),
  )
  return tradeId
}

/** The text in which an order is searched: its numbers and its goods, in lower case. It is stored at submit and does not change. */
const wordsOf = ({ orderNo, poNumber, costCentre, lines }: NewOrder): string =>
  [orderNo, poNumber, costCentre, ...lines.flatMap(({ goodsName, skuCode }) => [goodsName, skuCode])]
    .filter((word) => word !== '')
    .join('\n')
    .toLowerCase()

const lineRow = (enterpriseId: string, orderId: string, lineNo: number, line: NewOrderLine) => ({
  enterprise_id: enterpriseId,
  order_id: orderId,
  line_no: lineNo,
  sku_id: line.skuId,
  goods_id: line.goodsId,

  goods_name: line.goodsName,
  picture: line.picture,
  unit: line.unit,
  sku_code: line.skuCode,
  sku_props: JSON.stringify(line.skuProps),
  quantity: line.quantity,
  sale_price_fen: line.salePriceFen,
  credit_price_fen: line.creditPriceFen,
  unit_price_fen: line.unitPriceFen,
  amount_fen: line.amountFen,
  discount_fen: line.discountFen,
  equipment_id: line.equipmentId ?? null,
  gift_id: line.giftId ?? null,
  planned_from: line.plannedFrom ?? null,
})

export interface RepricedOrder {
  id: string
  priceType: PriceType
  goodsFen: Fen
  /** What is charged, after what a coupon takes off it. */
  freightFen: Fen
  freightDiscountFen: Fen
  /** The share of the coupon's discount for each line, in the order of the lines; empty if there is no coupon. */
  shares: readonly Fen[]
  discountFen: Fen
  payableFen: Fen
}

/** Changes the payment method of an unpaid trade. Its orders and lines get the prices for that method that were stored at submit. */
export async function updateTradeMethodAndPrices(
  tx: Tx,
  {
    enterpriseId,
    tradeId,
    method,
    orders,
  }: { enterpriseId: string; tradeId: string; method: PaymentMethod; orders: readonly RepricedOrder[] },
): Promise<void> {
  await tx.updateTable('trade').set({ method }).where('enterprise_id', '=', enterpriseId).where('id', '=', tradeId).execute()
  for (const { id, priceType, goodsFen, freightFen, freightDiscountFen, shares, discountFen, payableFen } of orders) {
    await tx
      .updateTable('order')
      .set({ price_type: priceType, goods_fen: goodsFen, freight_fen: freightFen, freight_discount_fen: freightDiscountFen })
      .set({ discount_fen: discountFen, payable_fen: payableFen })
      .$if(shares.length === 0, (query) => query.set({ coupon_id: null }))
      .where('enterprise_id', '=', enterpriseId)
      .where('id', '=', id)
      .execute()
    const unit = priceType === 'sale' ? sql<Fen>`sale_price_fen` : sql<Fen>`credit_price_fen`
    await tx
      .updateTable('order_line')
      .set({
        unit_price_fen: unit,
        amount_fen: sql<Fen>`${unit} * quantity`,
        discount_fen: sql<Fen>`coalesce((${[...shares]}::bigint[])[line_no], 0)`,
      })
      .where('enterprise_id', '=', enterpriseId)
      .where('order_id', '=', id)
      .execute()
  }
}

/** A date that is never reached: an order whose voucher is under review is not cancelled automatically. */
export const NO_PAYMENT_DEADLINE = new Date('9999-12-31T00:00:00Z')

/** Sets until when the unpaid orders of a trade wait for payment. The caller has locked them. */
export async function setPaymentDeadline(
  tx: Tx,
  { enterpriseId, tradeId, until }: { enterpriseId: string; tradeId: string; until: Date },
): Promise<void> {
  await tx
    .updateTable('order')
    .set({ pay_by: until })
    .where('enterprise_id', '=', enterpriseId)
    .where('trade_id', '=', tradeId)
    .where('state', '=', 'WAIT_PAY')
    .execute()
}
