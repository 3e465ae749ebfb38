import { newKey } from '#bench/cluster.ts'
import { PAY_PASSWORD } from '#bench/world.ts'
import { payOnline, repay, topUp } from './money.ts'
import type { Ordered, Worker } from './worker.ts'

type Method = 'credit' | 'wallet' | 'online'
interface Trade {
  tradeId: string
  orders: { orderNo: string }[]
}

/** If the second try is refused because the first one succeeded and its answer was lost, both mean success. */
const isDone = (answer: { code: number; reason?: string | null }): boolean =>
  answer.code === 200 || answer.reason === 'ORDER_ACTION_NOT_ALLOWED'

async function submit({ buyer, caller, addressId, skuIds, dice, book }: Worker, method: Method): Promise<Ordered | undefined> {
  const { enterpriseId } = buyer
  const lines = [...new Set(Array.from({ length: 3 }, () => dice.pick(skuIds)))].map((skuId) => ({ skuId, goodsNum: 1 + dice.below(3) }))
  const shown = await caller.post('/order-api/api/order/preview', { lines, method })
  const key = newKey()
  book.keys.push({ enterpriseId, key })
  if (shown.code !== 200) return undefined
  const { quote } = shown.data as { quote: string }
  const answer = await caller.post('/order-api/api/order/submit', { lines, method, addressId, quote }, key)
  if (answer.code !== 200) return undefined
  const { tradeId, orders } = answer.data as Trade
  const orderNo = orders[0]?.orderNo ?? ''
  book.submitted.push({ tradeId, orderNo, enterpriseId, key })
  return { tradeId, orderNo }
}

async function cancel({ buyer, caller, book }: Worker, { orderNo }: Ordered): Promise<void> {
  const answer = await caller.post('/order-api/api/order/cancel', { orderNo, reason: '压测取消' })
  if (isDone(answer)) book.cancelled.push({ orderNo, enterpriseId: buyer.enterpriseId })
}

/** Pays by credit or wallet. If the wallet is too low, the order is not paid. */
async function pays({ caller, book }: Worker, { tradeId }: Ordered, method: 'credit' | 'wallet'): Promise<boolean> {
  const paid = await caller.post(`/order-api/api/order/pay-by-${method}`, { tradeId, payPwd: PAY_PASSWORD }, newKey())
  if (paid.code !== 200 && paid.reason !== 'WALLET_SHORT') book.defects.push(`pay-by-${method} ${paid.reason}`)
  return paid.code === 200
}

async function ship({ buyer, staff, book }: Worker, { orderNo }: Ordered): Promise<void> {
  const { enterpriseId } = buyer
  const detail = await staff.post('/console-api/api/order/detail', { enterpriseId, orderNo })
  if (detail.code !== 200) return
  const { lines } = detail.data as { lines: { lineNo: number; goodsNum: number }[] }
  const parcel = lines.map(({ lineNo, goodsNum }) => ({ lineNo, quantity: goodsNum }))
  const body = { enterpriseId, orderNo, carrier: '德邦快递', trackingNo: `DPK${orderNo.slice(-12)}`, lines: parcel }
  if (isDone(await staff.post('/console-api/api/fulfilment/ship', body))) book.shipped.push({ orderNo, enterpriseId })
}

/** Requests the cancellation of a paid order. Staff approve it, and the money is refunded. */
async function giveBack({ buyer, caller, staff, book }: Worker, { orderNo }: Ordered): Promise<void> {
  const { enterpriseId } = buyer
  if (!isDone(await caller.post('/order-api/api/order/ask-cancel', { orderNo, reason: '压测退款' }))) return
  if (isDone(await staff.post('/console-api/api/order/agree-cancel', { enterpriseId, orderNo })))
    book.givenBack.push({ orderNo, enterpriseId })
}

/** The further steps of a paid order: it is shipped, refunded, or left. */
async function goesOn(worker: Worker, order: Ordered): Promise<void> {
  const choice = worker.dice.below(10)
  if (choice < 2) return giveBack(worker, order)
  worker.book.paid.push({ ...order, enterpriseId: worker.buyer.enterpriseId })
  if (choice < 6) await ship(worker, order)
}

/** One round of a buyer: he orders, and pays, cancels or leaves the order; between rounds he tops up and repays. */
export async function work(worker: Worker): Promise<void> {
  const { dice, book } = worker
  const choice = dice.below(20)
  if (choice === 0) return topUp(worker, 'online')
  if (choice === 1) return topUp(worker, 'bank')
  if (choice === 2) return repay(worker, 'online')
  if (choice === 3) return repay(worker, 'wallet')
  const method = dice.pick(['credit', 'credit', 'credit', 'wallet', 'online'] as const)
  const order = await submit(worker, method)
  if (!order) {
    book.refused++
    return
  }
  const next = dice.below(10)
  if (next < 2) return cancel(worker, order)
  if (next === 9) return
  const paid = method === 'online' ? await payOnline(worker, order) : await pays(worker, order, method)
  if (paid) await goesOn(worker, order)
}
