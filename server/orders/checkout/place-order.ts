import { paymentMethods } from '#contract/orders/orders/amounts.ts'
import type { orderEndpoints } from '#contract/orders/orders/api.ts'
import type { OrderState } from '#contract/orders/orders/order-lifecycle.ts'
import type { SubmitTradeOutput } from '#contract/orders/orders/shapes.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import { Refusal } from '#contract/platform/core/refusal.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { getProvinceCode } from '#contract/sites/freight/freight.ts'
import {
  lockUnusedCouponsOfEnterprise,
  markCouponsOfPaidOrdersUsed,
  requireSelectedCouponAppliesToLines,
  requireSelectedCouponsUsableInShops,
  reserveCouponForOrder,
} from '#server/catalog/coupons/public.ts'
import { type PlannedUnits, reserveStockForOrder } from '#server/catalog/inventory/public.ts'
import { lockAndRequireSufficientCredit, requireOrdersNotStopped } from '#server/money/credit/public.ts'
import { type CartOwner, deleteCartLines } from '#server/orders/cart/public.ts'
import { assignGiftsToOrder } from '#server/orders/levels/public.ts'
import { acceptLockedOrderProposal } from '#server/orders/order-proposals/public.ts'
import {
  generateOrderNumbers,
  insertOrderEvents,
  insertTrade,
  lockSubAccountAndFindApprovalReason,
  type NewOrder,
  type NewOrderLine,
  OF_MAIN_ACCOUNT,
  requestApprovalOfSubmittedTrade,
} from '#server/orders/orders/public.ts'
import { recordPatrolFindingsOrdered } from '#server/orders/patrols/public.ts'
import { recordOrdersBoughtFromQuotation } from '#server/orders/quotations/public.ts'
import { awaitAllAndThrowFirstError, type Tx } from '#server/platform/core/db.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { publishEvents } from '#server/platform/core/outbox.ts'
import { requireAddress } from '#server/sites/address/public.ts'
import { requireEquipmentExists } from '#server/sites/equipment/public.ts'
import { requireProjectExists } from '#server/sites/projects/public.ts'
import { buildOrderOfShop, type EquipmentIdBySku } from './build-order.ts'
import { lockAndReadPricedOrderLines, type PricedOrderLine } from './order-request.ts'
import {
  computeOrderRequestPrices,
  findOrLockGiftsForLines,
  NO_COUPON_EVALUATOR,
  type PricedShopOrder,
  readCouponEvaluatorForLines,
  readFreightTermsLookupForLines,
  sumPayableAmounts,
} from './price-order-request.ts'
import { findUnitsPlannedOfLines, planWarehousesOfOrder } from './promised-warehouses.ts'
import { requirePricesMatchOrderQuote } from './quote.ts'
import { requireLicencesForOrderRequest } from './require-licences.ts'

export interface PlaceOrderInput {
  keys: Keys
  owner: CartOwner & { accountType: 1 | 2 }
  input: InputOf<typeof orderEndpoints.submit>
}

/** An order without an amount needs no payment, only an approval if one is required (domain §5). */
const beginsAt = ({ payableFen }: PricedShopOrder, waits: boolean): OrderState =>
  waits ? 'WAIT_APPROVAL' : payableFen === 0 ? 'WAIT_SEND' : 'WAIT_PAY'

/** Adds the name of the goods to a refusal for insufficient stock. */
function nameGoods(error: unknown, shops: readonly PricedShopOrder[]): never {
  if (!(error instanceof Refusal) || error.reason !== 'OUT_OF_STOCK') throw error
  const line = shops.flatMap(({ lines, gifts }) => [...lines, ...gifts]).find(({ sku }) => sku.id === error.detail.skuId)
  return refuse('OUT_OF_STOCK', { ...error.detail, ...(line ? { msg: `${line.goods.name} 库存不足，请减少数量` } : {}) })
}

/** Reserves the stock of the orders and publishes which SKUs are sold out now. Refuses OUT_OF_STOCK with the name of the goods. */
async function reserve(tx: Tx, moment: Moment, shops: readonly PricedShopOrder[]): Promise<void> {
  const wanted = shops.flatMap(({ lines, gifts }) => [
    ...lines.map(({ sku, quantity }) => ({ skuId: sku.id, quantity, minimum: sku.minimum })),
    ...gifts.map(({ sku, units }) => ({ skuId: sku.id, quantity: units, minimum: sku.minimum })),
  ])
  const soldOut = await reserveStockForOrder(tx, moment, wanted).catch((error) => nameGoods(error, shops))
  if (soldOut.length > 0) await publishEvents(tx, moment, [{ topic: 'stock.changed', payload: { skuIds: soldOut } }])
}

/**
 * Checks that the project is open and that project and equipment belong to the enterprise. Refuses PROJECT_NOT_FOUND, EQUIPMENT_NOT_FOUND.
 */
async function readEquipmentAllocations(
  tx: Tx,
  enterpriseId: string,
  { projectId, bookings }: PlaceOrderInput['input'],
): Promise<EquipmentIdBySku> {
  if (projectId !== undefined) await requireProjectExists(tx, { enterpriseId, id: projectId }, { open: true })
  const bySku = new Map(bookings.map(({ skuId, equipmentId }) => [skuId, equipmentId]))
  await requireEquipmentExists(tx, enterpriseId, [...bySku.values()])
  return bySku
}

/** Marks the patrol findings whose goods were in the cart as ordered. */
async function markPatrolFindingsOrdered(tx: Tx, owner: CartOwner, orders: readonly NewOrder[]): Promise<void> {
  await recordPatrolFindingsOrdered(
    tx,
    owner,
    new Map(orders.flatMap(({ orderNo, lines }) => lines.map(({ skuId }) => [skuId, orderNo] as const))),
  )
}

interface Pricing {
  owner: PlaceOrderInput['owner']
  input: PlaceOrderInput['input']
  lines: readonly PricedOrderLine[]
  /** At the prices of a quotation. */
  quoted: boolean
  province: string
}

/**
 * Prices the request with the current catalog, freight and coupons. Refuses if the result differs from the quote that the buyer has seen.
 */
async function priceAsShown(
  tx: Tx,
  moment: Moment,
  { owner, input, lines, quoted, province }: Pricing,
): Promise<{ shops: PricedShopOrder[]; planned: PlannedUnits }> {
  const { enterpriseId } = owner
  const selection = quoted ? {} : (input.coupons ?? {})
  const enterpriseLines = { enterpriseId, lines }
  const [terms, , available, gifts, planned] = await awaitAllAndThrowFirstError(
    readFreightTermsLookupForLines(tx, lines, province),
    requireSelectedCouponsUsableInShops(tx, moment, { enterpriseId, selection, shopIds: lines.map(({ goods }) => goods.shopId) }),
    quoted ? Promise.resolve(NO_COUPON_EVALUATOR) : readCouponEvaluatorForLines(tx, moment, enterpriseLines),
    findOrLockGiftsForLines(tx, moment, { ...enterpriseLines, lock: true }),
    findUnitsPlannedOfLines(tx, lines),
  )
  const coupons = { available, selection, gifts }
  const shops =
    computeOrderRequestPrices(lines, paymentMethods[input.method].priceType, { termsOf: terms, coupons }) ?? refuse('NOT_ON_CREDIT')
  for (const { shopId, evaluated } of shops) requireSelectedCouponAppliesToLines(evaluated, selection[shopId])
  requirePricesMatchOrderQuote(input.quote, shops, { areOfCart: input.cartIds !== undefined })
  if (shops.some(({ freight }) => !freight.delivered)) refuse('NOT_DELIVERED')
  return { shops, planned }
}

interface Begun {
  enterpriseId: string
  userId: string
  orders: readonly NewOrder[]
}

const giftIdsOf = (lines: readonly NewOrderLine[]): string[] => lines.flatMap(({ giftId }) => giftId ?? [])

/**
 * Inserts the first event of each new order and reserves its coupon. If nothing is left to pay or to approve, the coupon is used at once.
 */
async function begin(tx: Tx, moment: Moment, { enterpriseId, userId, orders }: Begun): Promise<void> {
  for (const { id, orderNo, couponId, lines } of orders) {
    if (couponId) await reserveCouponForOrder(tx, { enterpriseId, id, orderNo }, couponId)
    await assignGiftsToOrder(tx, { enterpriseId, id }, giftIdsOf(lines))
  }
  await markCouponsOfPaidOrdersUsed(
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
  await awaitAllAndThrowFirstError(
    insertOrderEvents(tx, moment, events),
    publishEvents(
      tx,
      moment,
      orders.map(({ id, orderNo, state }) => ({ topic: 'order.moved', enterpriseId, payload: { orderId: id, orderNo, to: state } })),
    ),
  )
}

/**
 * Submits an order request: creates one trade with one order for each shop. Refuses if current prices differ from what the buyer has seen.
 * Stock is reserved here and not at payment, so a payment never fails for lack of stock. A trade above the limits of a sub-account keeps
 * its stock and waits for the approval of the main account.
 */
export async function submitOrderRequestAsTrade(
  tx: Tx,
  moment: Moment,
  { keys, owner, input }: PlaceOrderInput,
): Promise<SubmitTradeOutput> {
  const { enterpriseId, userId } = owner
  const { method, remarks, cartIds, poNumber } = input
  const { priceType } = paymentMethods[method]
  const [{ lines, quotation, proposal }, address] = await awaitAllAndThrowFirstError(
    lockAndReadPricedOrderLines(tx, moment, { owner, request: input }),
    requireAddress(tx, enterpriseId, input.addressId),
    // An order on credit reads the stop-list with the account that it locks.
    method === 'credit' ? Promise.resolve() : requireOrdersNotStopped(tx, enterpriseId),
  )
  await requireLicencesForOrderRequest(tx, moment, { enterpriseId, lines })
  const equipment = readEquipmentAllocations(tx, enterpriseId, input)
  // What an order is made of comes with the prices, so that only one round trip is between the reservation of its stock and the end.
  const [{ shops, planned }, numbers, bookings] = await awaitAllAndThrowFirstError(
    priceAsShown(tx, moment, { owner, input, lines, quoted: quotation !== null, province: getProvinceCode(address.areaCode) }),
    generateOrderNumbers(tx, moment, keys.orderNumber, new Set(lines.map(({ goods }) => goods.shopId)).size),
    // Its refusal comes after those of credit and stock. Until then the order is made without what it names.
    equipment.catch(() => undefined),
  )
  const amountFen = sumPayableAmounts(shops)
  const { why, parentName } =
    owner.accountType === 1 ? OF_MAIN_ACCOUNT : await lockSubAccountAndFindApprovalReason(tx, moment, { enterpriseId, userId, amountFen })
  const remarkByShop = new Map(remarks.map(({ shopId, ...rest }) => [shopId, rest]))
  const orders = shops.map((shop, at) => {
    const { remark = '', costCentre = '' } = remarkByShop.get(shop.shopId) ?? {}
    const given = { orderNo: numbers[at] ?? '', priceType, remark, poNumber, costCentre, state: beginsAt(shop, why !== null) }
    const plan = planWarehousesOfOrder(shop, { province: address.province, planned })
    return buildOrderOfShop(moment, shop, { ...given, plan, projectId: bookings && input.projectId, bookings: bookings ?? new Map() })
  })
  const { name, mobile, province, city, district, detail } = address
  const receiver = { name, mobile, region: [...new Set([province, city, district])].join(' '), detail }
  const emptyCart = async () => {
    if (cartIds) await awaitAllAndThrowFirstError(deleteCartLines(tx, owner, cartIds), markPatrolFindingsOrdered(tx, owner, orders))
  }
  // Sent together, so that others wait for the stock as briefly as can be: the credit account is locked first, the stock last. A refusal of
  // credit comes first all the same, and what is inserted goes with any refusal.
  const credit = method === 'credit' ? lockAndRequireSufficientCredit(tx, moment, { enterpriseId, amountFen }) : Promise.resolve()
  const couponIds = shops.flatMap(({ coupon }) => (coupon ? [coupon.id] : []))
  const coupons = lockUnusedCouponsOfEnterprise(tx, enterpriseId, couponIds)
  const trade = insertTrade(tx, moment, { enterpriseId, userId, parentName, method, receiver, orders, quotation, proposal })
  const emptied = why === null ? emptyCart() : Promise.resolve()
  const stock = reserve(tx, moment, shops)
  const [, , , , tradeId] = await awaitAllAndThrowFirstError(credit, coupons, stock, equipment, trade, emptied)
  await begin(tx, moment, { enterpriseId, userId, orders })
  if (why !== null) {
    await requestApprovalOfSubmittedTrade(tx, moment, { enterpriseId, tradeId, why })
    await emptyCart()
  }
  if (proposal) await acceptLockedOrderProposal(tx, moment, { enterpriseId, proposalId: proposal.proposalId })
  if (quotation) await recordOrdersBoughtFromQuotation(tx, moment, { enterpriseId, quotation, orders })
  return {
    tradeId,
    method,
    payable: amountFen,
    orders: orders.map(({ orderNo, payableFen, state }) => ({ orderNo, payable: payableFen, state })),
    withGifts: orders.filter((one) => giftIdsOf(one.lines).length > 0).map(({ orderNo }) => orderNo),
  }
}
