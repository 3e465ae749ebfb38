import { sql } from 'kysely'
import type { PaymentMethod } from '#contract/orders/orders/amounts.ts'
import { type Fen, formatMoney } from '#contract/platform/core/money.ts'
import { hasPermission } from '#contract/platform/core/permissions.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { findOncePublishedGoodsOfSkus } from '#server/catalog/goods/public.ts'
import { findSkuIdsByProductId, readPunchOutItems } from '#server/integration/punch-out/find-items.ts'
import { cutToLength } from '#server/integration/punch-out/items.ts'
import { findSeatInUse } from '#server/integration/punch-out/setup/seat.ts'
import { lockPunchOutSetup, type PunchOutSetupRecord } from '#server/integration/punch-out/setup/setup-store.ts'
import { previewOrder, submitOrderRequestAsTrade } from '#server/orders/checkout/public.ts'
import { findOrdersOfTrade, payTrade } from '#server/orders/orders/public.ts'
import { lockUser } from '#server/people/identity/public.ts'
import { lockEnterpriseAndCheckActive } from '#server/people/organisation/public.ts'
import { recordAudit } from '#server/platform/core/audit.ts'
import { type Db, runInTransaction, type Tx } from '#server/platform/core/db.ts'
import { areSameDigests, type Keys, sha256 } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import type { RequestOrigin } from '#server/platform/http/context.ts'
import { findPunchOutOrder, insertPunchOutOrder, type OrderedLine } from './order-store.ts'

export interface PunchOutOrderLine {
  /** The buyer's own. */
  lineNumber: number
  productId: string
  quantity: number
  unitFen: Fen
}

export interface PunchOutOrderRequest {
  orderId: string
  payloadId: string
  orderDate: string | null
  /** The identity by which the buyer has addressed the mall. */
  seller: { domain: string; identity: string }
  remark: string
  lines: readonly PunchOutOrderLine[]
}

interface Placing {
  keys: Keys
  setup: PunchOutSetupRecord
  origin: RequestOrigin
  order: PunchOutOrderRequest
}

/** The goods of the lines with their quantities in all, and the lines as they are confirmed. Refuses PUNCH_OUT_ORDER_CHANGED if a price is not that of today. */
async function requireTodaysPrices(
  db: Db,
  moment: Moment,
  { setup, order }: Placing,
): Promise<{ lines: { skuId: string; goodsNum: number }[]; ordered: OrderedLine[] }> {
  const found = await findSkuIdsByProductId(
    db,
    order.lines.map(({ productId }) => productId),
  )
  const counts = new Map<string, number>()
  const ordered = order.lines.map(({ lineNumber, productId, quantity }) => {
    const skuId = found.get(productId) ?? refuse('PUNCH_OUT_ORDER_CHANGED', { msg: `没有找到商品 ${cutToLength(productId, 40)}` })
    counts.set(skuId, (counts.get(skuId) ?? 0) + quantity)
    return { lineNumber, skuId, quantity }
  })
  const wanted = [...counts].map(([skuId, quantity]) => ({ skuId, quantity }))
  const items = new Map((await readPunchOutItems(db, moment, setup, wanted)).map((item) => [item.skuId, item]))
  for (const { productId, unitFen } of order.lines) {
    const item =
      items.get(found.get(productId) ?? '') ?? refuse('PUNCH_OUT_ORDER_CHANGED', { msg: `商品 ${cutToLength(productId, 40)} 已下架` })
    if (item.unitFen !== unitFen) {
      const msg = `「${item.name}」单价已变：订单 ${formatMoney(unitFen)}，现价 ${formatMoney(item.unitFen)}，请重新选购`
      refuse('PUNCH_OUT_ORDER_CHANGED', { msg, skuId: item.skuId })
    }
  }
  return { lines: [...counts].map(([skuId, goodsNum]) => ({ skuId, goodsNum })), ordered }
}

/** What a submission needs, at the prices of now: the submission itself refuses if they change meanwhile. */
async function prepare(db: Db, moment: Moment, placing: Placing) {
  const { setup, order } = placing
  const { enterpriseId, userId, onCredit, addressId, projectId, costCentre } = setup
  if (addressId === null) refuse('PUNCH_OUT_NO_ORDERS')
  const { lines, ordered } = await requireTodaysPrices(db, moment, placing)
  const goods = await findOncePublishedGoodsOfSkus(
    db,
    lines.map(({ skuId }) => skuId),
  )
  const shopIds = [...new Set(goods.map(({ shopId }) => shopId))]
  const owner = { enterpriseId, userId, accountType: 2 as const }
  const method: PaymentMethod = onCredit ? 'credit' : 'online'
  // The prices are those that went back. A coupon that nobody has chosen would change the total.
  const coupons = Object.fromEntries(shopIds.map((shopId) => [shopId, null]))
  const asked = { owner, request: { lines }, method, preferred: undefined, addressId, coupons, paysOnline: false }
  const { quote } = await previewOrder(db, moment, asked)
  const remarks = shopIds.map((shopId) => ({ shopId, remark: order.remark, costCentre }))
  const project = projectId === null ? {} : { projectId }
  return { owner, ordered, input: { lines, method, addressId, coupons, quote, remarks, poNumber: order.orderId, bookings: [], ...project } }
}

type Prepared = Awaited<ReturnType<typeof prepare>>

/** What an order is placed by. A set-up with other values than those of the preparation places nothing. */
const listOrderTerms = ({ userId, onCredit, addressId, projectId, costCentre }: PunchOutSetupRecord) =>
  JSON.stringify([userId, onCredit, addressId, projectId, costCentre])

/**
 * Locks the set-up, the person and the company until the transaction ends, so that nothing is ordered after the owner has switched the
 * connection off, or after one of them was disabled. Refuses PUNCH_OUT_NO_ORDERS.
 */
async function requireMayOrder(tx: Tx, setup: PunchOutSetupRecord): Promise<void> {
  const { enterpriseId, userId } = setup
  const current = await lockPunchOutSetup(tx, enterpriseId)
  if (!current?.active || listOrderTerms(current) !== listOrderTerms(setup)) refuse('PUNCH_OUT_NO_ORDERS')
  await lockUser(tx, userId)
  if (!(await lockEnterpriseAndCheckActive(tx, enterpriseId))) refuse('PUNCH_OUT_NO_ORDERS')
  const seat = await findSeatInUse(tx, setup)
  if (!seat || !hasPermission(seat.membership, 'buyPay')) refuse('PUNCH_OUT_NO_ORDERS')
}

/** Submits the order as a person of the sub-account would, and pays it on credit if the owner has decided so. Returns the trade. */
async function place(tx: Tx, moment: Moment, { keys, setup }: Placing, { owner, input }: Prepared): Promise<string> {
  await requireMayOrder(tx, setup)
  const { tradeId, orders } = await submitOrderRequestAsTrade(tx, moment, { keys, owner, input })
  // An order of which nothing is left to pay is already further.
  const states = new Set(orders.map(({ state }) => state))
  const isPayable = input.method === 'credit' && !states.has('WAIT_APPROVAL') && states.has('WAIT_PAY')
  if (isPayable) await payTrade(tx, moment, { payer: owner, tradeId, method: input.method })
  return tradeId
}

/** The trade of a number that was sent before; undefined: it is new. Refuses PUNCH_OUT_ORDER_TWICE if it had other lines. */
async function findEarlierTrade(db: Db, enterpriseId: string, orderId: string, contentHash: Buffer): Promise<string | undefined> {
  const known = await findPunchOutOrder(db, enterpriseId, orderId)
  if (known && !areSameDigests(known.contentHash, contentHash)) refuse('PUNCH_OUT_ORDER_TWICE')
  return known?.tradeId
}

const listOrderNos = async (db: Db, enterpriseId: string, tradeId: string): Promise<string[]> =>
  (await findOrdersOfTrade(db, enterpriseId, tradeId)).map(({ orderNo }) => orderNo)

/**
 * Places the order of a procurement system, once for each of its numbers: one that is sent again is answered from the first. The trade passes
 * all checks of an ordinary submission, with the limits of the sub-account, and waits for approval or payment if these say so. Returns the
 * numbers of the orders. Refuses PUNCH_OUT_NO_ORDERS, PUNCH_OUT_ORDER_CHANGED, PUNCH_OUT_ORDER_TWICE and what a submission refuses.
 */
export async function placePunchOutOrder(db: Db, moment: Moment, placing: Placing): Promise<string[]> {
  const { setup, origin, order } = placing
  const { enterpriseId, userId } = setup
  const { orderId, payloadId, orderDate, seller } = order
  const contentHash = sha256(JSON.stringify(order.lines.map(({ productId, quantity, unitFen }) => ({ productId, quantity, unitFen }))))
  const earlier = await findEarlierTrade(db, enterpriseId, orderId, contentHash)
  if (earlier !== undefined) return listOrderNos(db, enterpriseId, earlier)
  // The same number at once may have taken the last pieces meanwhile.
  const findPlaced = async (error: unknown) => (await findEarlierTrade(db, enterpriseId, orderId, contentHash)) ?? Promise.reject(error)
  const prepared = await prepare(db, moment, placing).catch(findPlaced)
  if (typeof prepared === 'string') return listOrderNos(db, enterpriseId, prepared)
  return runInTransaction(db, async (tx) => {
    // Of the same number twice at once the second waits, and finds the first.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`punch-out order ${orderId} of ${enterpriseId}`}, 0))`.execute(tx)
    const before = await findEarlierTrade(tx, enterpriseId, orderId, contentHash)
    if (before !== undefined) return listOrderNos(tx, enterpriseId, before)
    const tradeId = await place(tx, moment, placing, prepared)
    const { ordered: lines } = prepared
    await insertPunchOutOrder(tx, moment, { enterpriseId, orderId, payloadId, orderDate, seller, lines, contentHash, tradeId })
    const actor = { kind: 'member', id: userId, enterpriseId } as const
    await recordAudit(tx, moment, { origin, actor, action: 'punch-out order', objectKind: 'trade', objectId: tradeId, facts: { orderId } })
    return listOrderNos(tx, enterpriseId, tradeId)
  })
}
