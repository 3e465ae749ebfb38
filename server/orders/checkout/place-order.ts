import { paymentMethods } from '#contract/orders/orders/amounts.ts'
import type { order } from '#contract/orders/orders/api.ts'
import type { OrderState } from '#contract/orders/orders/order-lifecycle.ts'
import type { SubmittedTradeWithGifts } from '#contract/orders/orders/shapes.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import { Refusal } from '#contract/platform/core/refusal.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { provinceOf } from '#contract/sites/freight/freight.ts'
import {
  lockUnusedCoupons,
  markCouponsUsed,
  requireCouponApplies,
  requireCouponsHeld,
  reserveCoupon,
} from '#server/catalog/coupons/public.ts'
import { reserveStock } from '#server/catalog/inventory/public.ts'
import { requireCredit } from '#server/money/credit/public.ts'
import { type CartOwner, deleteCartLines } from '#server/orders/cart/public.ts'
import { assignGiftsToOrder } from '#server/orders/levels/public.ts'
import {
  createApproval,
  generateOrderNumbers,
  insertOrderEvents,
  insertTrade,
  lockAndFindApprovalReason,
  type NewLine,
  type NewOrder,
} from '#server/orders/orders/public.ts'
import { recordFindingsOrdered } from '#server/orders/patrols/public.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { publish } from '#server/platform/core/outbox.ts'
import { requireAddress } from '#server/sites/address/public.ts'
import { requireEquipment } from '#server/sites/equipment/public.ts'
import { requireProject } from '#server/sites/projects/public.ts'
import { buildOrder, type EquipmentBySku } from './build-order.ts'
import { lockOrderRequestLines, type OrderRequestLine } from './order-request.ts'
import {
  availableCouponsForLines,
  findGiftsForLines,
  getFreightTerms,
  type PricedShop,
  priceOrderRequest,
  sumPayable,
} from './price-order-request.ts'
import { requireQuoteUnchanged } from './quote.ts'

export interface PlaceOrderInput {
  keys: Keys
  owner: CartOwner & { accountType: 1 | 2 }
  input: InputOf<typeof order.submit>
}

/** A total of nothing has nothing to wait for but somebody's word (domain §5). */
const beginsAt = ({ payableFen }: PricedShop, waits: boolean): OrderState =>
  waits ? 'WAIT_APPROVAL' : payableFen === 0 ? 'WAIT_SEND' : 'WAIT_PAY'

/** "Too few" says of what. */
function nameGoods(error: unknown, shops: readonly PricedShop[]): never {
  if (!(error instanceof Refusal) || error.reason !== 'OUT_OF_STOCK') throw error
  const line = shops.flatMap(({ lines, gifts }) => [...lines, ...gifts]).find(({ sku }) => sku.id === error.detail.skuId)
  return refuse('OUT_OF_STOCK', { ...error.detail, ...(line ? { msg: `${line.goods.name} 库存不足，请减少数量` } : {}) })
}

/** Takes what the orders need off the shelf and tells which SKUs that sold out; a SKU that has too few is named. */
async function reserve(tx: Tx, moment: Moment, shops: readonly PricedShop[]): Promise<void> {
  const wanted = shops.flatMap(({ lines, gifts }) => [
    ...lines.map(({ sku, quantity }) => ({ skuId: sku.id, quantity, minimum: sku.minimum })),
    ...gifts.map(({ sku, units }) => ({ skuId: sku.id, quantity: units, minimum: sku.minimum })),
  ])
  const soldOut = await reserveStock(tx, wanted).catch((error) => nameGoods(error, shops))
  if (soldOut.length > 0) await publish(tx, moment, [{ topic: 'stock.changed', payload: { skuIds: soldOut } }])
}

/** What an order is booked to is the company's own, and its project is under way. Refuses PROJECT_NOT_FOUND, EQUIPMENT_NOT_FOUND. */
async function readBookings(tx: Tx, enterpriseId: string, { projectId, bookings }: PlaceOrderInput['input']): Promise<EquipmentBySku> {
  if (projectId !== undefined) await requireProject(tx, { enterpriseId, id: projectId }, { open: true })
  const bySku = new Map(bookings.map(({ skuId, equipmentId }) => [skuId, equipmentId]))
  await requireEquipment(tx, enterpriseId, [...bySku.values()])
  return bySku
}

/** Findings of patrols whose wants were in the cart are ordered by the order that has them. */
async function tellPatrols(tx: Tx, owner: CartOwner, orders: readonly NewOrder[]): Promise<void> {
  await recordFindingsOrdered(
    tx,
    owner,
    new Map(orders.flatMap(({ orderNo, lines }) => lines.map(({ skuId }) => [skuId, orderNo] as const))),
  )
}

interface Pricing {
  owner: PlaceOrderInput['owner']
  input: PlaceOrderInput['input']
  lines: readonly OrderRequestLine[]
  terms: Awaited<ReturnType<typeof getFreightTerms>>
}

/** What the wish comes to by the catalogue, the freight and the coupons of this moment; refused where that is not what was shown. */
async function priceAsShown(tx: Tx, moment: Moment, { owner, input, lines, terms }: Pricing): Promise<PricedShop[]> {
  const { enterpriseId } = owner
  const wish = input.coupons ?? {}
  await requireCouponsHeld(tx, moment, { enterpriseId, wish, shopIds: lines.map(({ goods }) => goods.shopId) })
  const wisher = { enterpriseId, lines }
  const coupons = {
    hand: await availableCouponsForLines(tx, moment, wisher),
    wish,
    gifts: await findGiftsForLines(tx, moment, { ...wisher, lock: true }),
  }
  const shops = priceOrderRequest(lines, paymentMethods[input.method].priceType, { termsOf: terms, coupons }) ?? refuse('NOT_ON_CREDIT')
  for (const { shopId, judged } of shops) requireCouponApplies(judged, wish[shopId])
  requireQuoteUnchanged(input.quote, shops)
  if (shops.some(({ freight }) => !freight.delivered)) refuse('NOT_DELIVERED')
  return shops
}

interface Begun {
  enterpriseId: string
  userId: string
  orders: readonly NewOrder[]
}

const giftIdsOf = (lines: readonly NewLine[]): string[] => lines.flatMap(({ giftId }) => giftId ?? [])

/** The first event of each new order; its coupon is its own from now on, and used where nothing is left to be paid or agreed to. */
async function begin(tx: Tx, moment: Moment, { enterpriseId, userId, orders }: Begun): Promise<void> {
  for (const { id, orderNo, couponId, lines } of orders) {
    if (couponId) await reserveCoupon(tx, { enterpriseId, id, orderNo }, couponId)
    await assignGiftsToOrder(tx, { enterpriseId, id }, giftIdsOf(lines))
  }
  await markCouponsUsed(
    tx,
    moment,
    orders.filter(({ state }) => state === 'WAIT_SEND').map(({ id }) => ({ enterpriseId, id })),
  )
  const events = orders.map(({ id, state }) => ({
    enterpriseId,
    orderId: id,
    seq: 1,
    verb: 'submit' as const,
    from: null,
    to: state,
    actor: { kind: 'member' as const, userId },
  }))
  await insertOrderEvents(tx, moment, events)
  await publish(
    tx,
    moment,
    orders.map(({ id, orderNo, state }) => ({ topic: 'order.moved', enterpriseId, payload: { orderId: id, orderNo, to: state } })),
  )
}

/**
 * Submits: one order a shop, all of one trade, priced by the catalogue of this moment and refused where that is not what the buyer was
 * shown. Stock is reserved here, not at payment, so that paying can never fail for want of goods. What passes a sub-account's limits is
 * kept for it, and waits for the main account's word.
 */
export async function placeOrder(tx: Tx, moment: Moment, { keys, owner, input }: PlaceOrderInput): Promise<SubmittedTradeWithGifts> {
  const { enterpriseId, userId } = owner
  const { method, remarks, cartIds, poNumber } = input
  const { priceType } = paymentMethods[method]
  const lines = await lockOrderRequestLines(tx, moment, { owner, wish: input })
  const address = await requireAddress(tx, enterpriseId, input.addressId)
  const terms = await getFreightTerms(tx, lines, provinceOf(address.areaCode))
  const shops = await priceAsShown(tx, moment, { owner, input, lines, terms })
  const amountFen = sumPayable(shops)
  const why = owner.accountType === 1 ? null : await lockAndFindApprovalReason(tx, moment, { enterpriseId, userId, amountFen })
  if (method === 'credit') await requireCredit(tx, moment, { enterpriseId, amountFen })
  await lockUnusedCoupons(
    tx,
    enterpriseId,
    shops.flatMap(({ coupon }) => (coupon ? [coupon.id] : [])),
  )
  await reserve(tx, moment, shops)
  const numbers = await generateOrderNumbers(tx, moment, keys.orderNumber, shops.length)
  const bookings = await readBookings(tx, enterpriseId, input)
  const said = new Map(remarks.map(({ shopId, ...rest }) => [shopId, rest]))
  const orders = shops.map((shop, at) => {
    const { remark = '', costCentre = '' } = said.get(shop.shopId) ?? {}
    const given = { orderNo: numbers[at] ?? '', priceType, remark, poNumber, costCentre, state: beginsAt(shop, why !== null) }
    return buildOrder(moment, shop, { ...given, projectId: input.projectId, bookings })
  })
  const { name, mobile, province, city, district, detail } = address
  const receiver = { name, mobile, region: [...new Set([province, city, district])].join(' '), detail }
  const tradeId = await insertTrade(tx, moment, { enterpriseId, userId, method, receiver, orders })
  await begin(tx, moment, { enterpriseId, userId, orders })
  if (why !== null) await createApproval(tx, moment, { enterpriseId, tradeId, why })
  if (cartIds) {
    await deleteCartLines(tx, owner, cartIds)
    await tellPatrols(tx, owner, orders)
  }
  return {
    tradeId,
    method,
    payable: amountFen,
    orders: orders.map(({ orderNo, payableFen, state }) => ({ orderNo, payable: payableFen, state })),
    withGifts: orders.filter((one) => giftIdsOf(one.lines).length > 0).map(({ orderNo }) => orderNo),
  }
}
