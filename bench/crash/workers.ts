import { createIdempotencyKey } from '#bench/cluster.ts'
import { PAY_PASSWORD } from '#bench/world.ts'
import { simulateOnlinePayment, simulateRepayment, simulateTopUp } from './money.ts'
import type { CrashWorker, SubmittedOrder } from './worker.ts'

type Method = 'credit' | 'wallet' | 'online'
interface Trade {
  tradeId: string
  orders: { orderNo: string }[]
}

/** If the second try is refused because the first one succeeded and its answer was lost, both mean success. */
const isDone = (answer: { code: number; reason?: string | null }): boolean =>
  answer.code === 200 || answer.reason === 'ORDER_ACTION_NOT_ALLOWED'

async function submit(
  { buyer, caller, addressId, skuIds, random, acknowledged }: CrashWorker,
  method: Method,
): Promise<SubmittedOrder | undefined> {
  const { enterpriseId } = buyer
  const lines = [...new Set(Array.from({ length: 3 }, () => random.pick(skuIds)))].map((skuId) => ({
    skuId,
    goodsNum: 1 + random.below(3),
  }))
  const shown = await caller.post('/order-api/api/order/preview', { lines, method })
  const key = createIdempotencyKey()
  acknowledged.keys.push({ enterpriseId, key })
  if (shown.code !== 200) return undefined
  const { quote } = shown.data as { quote: string }
  const answer = await caller.post('/order-api/api/order/submit', { lines, method, addressId, quote }, key)
  if (answer.code !== 200) return undefined
  const { tradeId, orders } = answer.data as Trade
  const orderNo = orders[0]?.orderNo ?? ''
  acknowledged.submitted.push({ tradeId, orderNo, enterpriseId, key })
  return { tradeId, orderNo }
}

async function cancel({ buyer, caller, acknowledged }: CrashWorker, { orderNo }: SubmittedOrder): Promise<void> {
  const answer = await caller.post('/order-api/api/order/cancel', { orderNo, reason: '压测取消' })
  if (isDone(answer)) acknowledged.cancelled.push({ orderNo, enterpriseId: buyer.enterpriseId })
}

/** Pays by credit or wallet. If the wallet is too low, the order is not paid. */
async function pays({ caller, acknowledged }: CrashWorker, { tradeId }: SubmittedOrder, method: 'credit' | 'wallet'): Promise<boolean> {
  const paid = await caller.post(`/order-api/api/order/pay-by-${method}`, { tradeId, payPwd: PAY_PASSWORD }, createIdempotencyKey())
  if (paid.code !== 200 && paid.reason !== 'WALLET_SHORT') acknowledged.defects.push(`pay-by-${method} ${paid.reason}`)
  return paid.code === 200
}

async function ship({ buyer, staff, acknowledged }: CrashWorker, { orderNo }: SubmittedOrder): Promise<void> {
  const { enterpriseId } = buyer
  const detail = await staff.post('/console-api/api/order/detail', { enterpriseId, orderNo })
  if (detail.code !== 200) return
  const { lines } = detail.data as { lines: { lineNo: number; goodsNum: number }[] }
  const parcel = lines.map(({ lineNo, goodsNum }) => ({ lineNo, quantity: goodsNum }))
  const body = { enterpriseId, orderNo, carrier: '德邦快递', trackingNo: `DPK${orderNo.slice(-12)}`, lines: parcel }
  if (isDone(await staff.post('/console-api/api/fulfilment/ship', body))) acknowledged.shipped.push({ orderNo, enterpriseId })
}

/** Requests the cancellation of a paid order. Staff approve it, and the money is refunded. */
async function giveBack({ buyer, caller, staff, acknowledged }: CrashWorker, { orderNo }: SubmittedOrder): Promise<void> {
  const { enterpriseId } = buyer
  if (!isDone(await caller.post('/order-api/api/order/ask-cancel', { orderNo, reason: '压测退款' }))) return
  if (isDone(await staff.post('/console-api/api/order/agree-cancel', { enterpriseId, orderNo })))
    acknowledged.refunded.push({ orderNo, enterpriseId })
}

/** The further steps of a paid order: it is shipped, refunded, or left as it is. */
async function goesOn(worker: CrashWorker, order: SubmittedOrder): Promise<void> {
  const choice = worker.random.below(10)
  if (choice < 2) return giveBack(worker, order)
  worker.acknowledged.paid.push({ ...order, enterpriseId: worker.buyer.enterpriseId })
  if (choice < 6) await ship(worker, order)
}

/** One round of a buyer: he orders, and pays, cancels or leaves the order; between rounds he tops up and repays. */
export async function runCrashWorkerRound(worker: CrashWorker): Promise<void> {
  const { random, acknowledged } = worker
  const choice = random.below(20)
  if (choice === 0) return simulateTopUp(worker, 'online')
  if (choice === 1) return simulateTopUp(worker, 'bank')
  if (choice === 2) return simulateRepayment(worker, 'online')
  if (choice === 3) return simulateRepayment(worker, 'wallet')
  const method = random.pick(['credit', 'credit', 'credit', 'wallet', 'online'] as const)
  const order = await submit(worker, method)
  if (!order) {
    acknowledged.refused++
    return
  }
  const next = random.below(10)
  if (next < 2) return cancel(worker, order)
  if (next === 9) return
  const paid = method === 'online' ? await simulateOnlinePayment(worker, order) : await pays(worker, order, method)
  if (paid) await goesOn(worker, order)
}
