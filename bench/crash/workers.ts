import { createIdempotencyKey } from '#bench/cluster.ts'
import { PAY_PASSWORD } from '#bench/world.ts'
import { fromYuan } from '#contract/platform/core/money.ts'
import { decideApproval } from './acts/approvals.ts'
import { simulateCouponClaim } from './acts/coupons.ts'
import { simulateTransfer } from './acts/transfers.ts'
import { simulateOnlinePayment, simulateRepayment, simulateTopUp } from './money.ts'
import type { CrashWorker, SubmittedOrder } from './worker.ts'

type Method = 'credit' | 'wallet' | 'online' | 'transfer'
interface Line {
  skuId: string
  goodsNum: number
}

/** One request in so many is submitted with a price that was never shown. */
const FORGED_EVERY = 60

/** The same quote with one unit price a fen lower. */
function forgeQuote(quote: string): string {
  const shown = JSON.parse(Buffer.from(quote, 'base64url').toString('utf8')) as { p: Record<string, number> }
  const [skuId = '', price = 0] = Object.entries(shown.p)[0] ?? []
  shown.p[skuId] = price - 1
  return Buffer.from(JSON.stringify(shown)).toString('base64url')
}

async function submitAtForgedPrice({ caller, run }: CrashWorker, body: Record<string, unknown> & { quote: string }): Promise<void> {
  const forged = Object.assign({}, body, { quote: forgeQuote(body.quote) })
  const options = { key: createIdempotencyKey(), refusals: ['ORDER_CHANGED'] }
  const answer = await caller.write('/order-api/api/order/submit', forged, options)
  if (answer.reason === 'ORDER_CHANGED') run.counts.forgedPrices++
  if (answer.code === 200) run.findings.add('answers', 'an order was accepted at a price that nobody was shown')
}

/** Submits an order. Returns why it was refused instead, if it was. */
async function submit(
  worker: CrashWorker,
  method: Method,
  lines: readonly Line[],
  // Every second order takes no coupon, so nothing that others of the company do changes its price.
  takesCoupon = worker.random.below(2) === 0,
): Promise<SubmittedOrder | { refused: string }> {
  const { caller, addressId, random, run, world } = worker
  const asked = Object.assign({ lines, method }, takesCoupon ? {} : { coupons: { [world.shopId]: null } })
  const shown = await caller.read('/order-api/api/order/preview', asked)
  if (shown.code !== 200) {
    const refused = shown.reason ?? ''
    run.counts.refusals.set(refused, (run.counts.refusals.get(refused) ?? 0) + 1)
    return { refused }
  }
  const { quote } = shown.data as { quote: string }
  const body = Object.assign({ addressId, quote }, asked)
  if (random.below(FORGED_EVERY) === 0) await submitAtForgedPrice(worker, body)
  // Others of the company may have claimed a coupon meanwhile, or used the last one.
  const refusals = takesCoupon ? ['ORDER_CHANGED', 'COUPON_TAKEN'] : []
  const answer = await caller.write('/order-api/api/order/submit', body, { key: createIdempotencyKey(), refusals })
  if (answer.code !== 200) return { refused: answer.reason ?? '' }
  const { tradeId, orders } = answer.data as { tradeId: string; orders: { orderNo: string; state: string }[] }
  return { tradeId, orderNo: orders[0]?.orderNo ?? '', waitsForApproval: orders[0]?.state === 'WAIT_APPROVAL' }
}

/** Pays by credit or wallet. If the limit or the wallet is too low, the order is not paid. */
async function pays({ caller }: CrashWorker, { tradeId }: SubmittedOrder, method: 'credit' | 'wallet'): Promise<boolean> {
  const body = { tradeId, payPwd: PAY_PASSWORD }
  const paid = await caller.write(`/order-api/api/order/pay-by-${method}`, body, { key: createIdempotencyKey() })
  return paid.code === 200
}

async function ship({ company, staff }: CrashWorker, { orderNo }: SubmittedOrder): Promise<void> {
  const { enterpriseId } = company
  const detail = await staff.read('/console-api/api/order/detail', { enterpriseId, orderNo })
  if (detail.code !== 200) return
  const { lines } = detail.data as { lines: { lineNo: number; goodsNum: number }[] }
  const parcel = lines.map(({ lineNo, goodsNum }) => ({ lineNo, quantity: goodsNum }))
  const body = { enterpriseId, orderNo, carrier: '德邦快递', trackingNo: `DPK${orderNo.slice(-12)}`, lines: parcel }
  await staff.write('/console-api/api/fulfilment/ship', body)
}

/** Requests the cancellation of a paid order. Staff approve it, and the money is refunded. */
async function refundOrder({ company, caller, staff }: CrashWorker, { orderNo }: SubmittedOrder): Promise<void> {
  const asked = await caller.write('/order-api/api/order/ask-cancel', { orderNo, reason: '压测退款' })
  if (asked.done) await staff.write('/console-api/api/order/agree-cancel', { enterpriseId: company.enterpriseId, orderNo })
}

/**
 * The further steps of a paid order: it is refunded, shipped, or left as it is. Every second one that was paid online is refunded, because only
 * these are refunded by the provider, and few are paid so.
 */
async function goesOn(worker: CrashWorker, order: SubmittedOrder, method: Method): Promise<void> {
  const choice = worker.random.below(10)
  if (choice < (method === 'online' ? 5 : 1)) return refundOrder(worker, order)
  if (choice < 5) await ship(worker, order)
}

const payBy: Readonly<Record<Method, (worker: CrashWorker, order: SubmittedOrder) => Promise<boolean>>> = {
  online: simulateOnlinePayment,
  transfer: simulateTransfer,
  credit: (worker, order) => pays(worker, order, 'credit'),
  wallet: (worker, order) => pays(worker, order, 'wallet'),
}

/** What is left of the limit of a company. */
async function readCreditLeft({ caller }: CrashWorker): Promise<number> {
  const { code, data } = await caller.read('/account-api/api/credit/overview', {})
  const { account } = (code === 200 ? data : { account: null }) as { account: { creditBaseAmount: number; usedAmount: number } | null }
  return account ? fromYuan(account.creditBaseAmount) - fromYuan(account.usedAmount) : 0
}

/** How many units of the SKU that costs a fen make an order of an amount: small orders have freight besides. */
async function findUnitsCosting({ caller, world }: CrashWorker, amountFen: number): Promise<number> {
  if (amountFen === 0) return 0
  const asked = { lines: [{ skuId: world.fenSkuId, goodsNum: amountFen }], method: 'credit', coupons: { [world.shopId]: null } }
  const { code, data } = await caller.read('/order-api/api/order/preview', asked)
  if (code !== 200) return 0
  const freightFen = fromYuan((data as { payable: number }).payable) - amountFen
  return Math.max(0, amountFen - freightFen)
}

/**
 * Orders for all that is left of the limit to the last fen, after a repayment for what the repayment will free as well, and sometimes for a fen
 * more. Others of the company order and repay meanwhile, so the ledger counts how often nothing was left.
 */
async function simulateOrderToLimit(worker: CrashWorker): Promise<void> {
  const { random, world } = worker
  const leftFen = await readCreditLeft(worker)
  const freedFen = random.below(2) === 0 ? await simulateRepayment(worker, 'wallet') : 0
  const goodsNum = await findUnitsCosting(worker, leftFen + freedFen + (random.below(4) === 0 ? 1 : 0))
  if (goodsNum === 0) return
  const order = await submit(worker, 'credit', [{ skuId: world.fenSkuId, goodsNum }], false)
  if ('refused' in order) return
  if (order.waitsForApproval && !(await decideApproval(worker, order))) return
  await worker.company.payingToLimit.meet()
  if (await pays(worker, order, 'credit')) await goesOn(worker, order, 'credit')
}

/** Orders, and then pays, cancels or leaves the order. */
async function simulateOrder(worker: CrashWorker): Promise<void> {
  const { caller, random, world } = worker
  const choice = random.below(20)
  const method = choice < 2 ? 'online' : choice < 4 ? 'transfer' : choice < 13 ? 'credit' : 'wallet'
  const skuIds = new Set(Array.from({ length: 3 }, () => random.pick(world.skuIds)))
  const order = await submit(
    worker,
    method,
    [...skuIds].map((skuId) => ({ skuId, goodsNum: 1 + random.below(3) })),
  )
  // Then the rest of the limit is too small for most orders of others, who leave it alone.
  if ('refused' in order) return order.refused === 'CREDIT_SHORT' ? simulateOrderToLimit(worker) : undefined
  if (order.waitsForApproval && !(await decideApproval(worker, order))) return
  const next = random.below(10)
  if (next < 2) return void (await caller.write('/order-api/api/order/cancel', { orderNo: order.orderNo, reason: '压测取消' }))
  if (next === 9) return
  const paid = await payBy[method](worker, order)
  if (paid) await goesOn(worker, order, method)
}

/**
 * Buys one unit of the first scarce SKU that nobody has seen sold out: all want the same one. The order is never cancelled, so that each unit
 * is sold once.
 */
async function simulateLastUnits(worker: CrashWorker): Promise<void> {
  const { random, run, world } = worker
  const skuId = world.scarceSkuIds[run.refusedSkuIds.size]
  if (skuId === undefined) return simulateOrder(worker)
  const method = random.pick(['credit', 'wallet'] as const)
  const order = await submit(worker, method, [{ skuId, goodsNum: 1 }])
  if (!('refused' in order)) {
    if (!order.waitsForApproval) await pays(worker, order, method)
  } else if (order.refused === 'OUT_OF_STOCK') run.refusedSkuIds.add(skuId)
}

/** One round of a member: he orders; between orders he tops up and repays. */
export async function runCrashWorkerRound(worker: CrashWorker): Promise<void> {
  const choice = worker.random.below(40)
  if (choice < 2) return simulateTopUp(worker, 'online')
  if (choice < 4) return void (await simulateRepayment(worker, 'online'))
  if (choice < 6) return simulateTopUp(worker, 'bank')
  if (choice < 9) return void (await simulateRepayment(worker, 'wallet'))
  if (choice < 13) return simulateLastUnits(worker)
  if (choice < 15) return simulateCouponClaim(worker)
  // Often, because most of these orders meet a limit that somebody else has changed: a minute must reach one for certain.
  if (choice < 25 && worker.company.limitFen !== undefined) return simulateOrderToLimit(worker)
  return simulateOrder(worker)
}
