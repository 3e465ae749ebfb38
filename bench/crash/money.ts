import { createIdempotencyKey } from '#bench/cluster.ts'
import { PAY_PASSWORD } from '#bench/world.ts'
import { fen, toYuan } from '#contract/platform/core/money.ts'
import { waitMs } from './caller.ts'
import type { PaymentStartAnswer } from './provider.ts'
import type { CrashWorker, SubmittedOrder } from './worker.ts'

const LOOKS = 25
const LOOK_MS = 250

interface Shown {
  state: string
  invitation: PaymentStartAnswer | null
}

/** Polls a payment, as its page does, until a condition holds, the payment is final, or the time is up. */
async function look({ caller }: CrashWorker, paymentId: string, enough: (shown: Shown) => boolean): Promise<Shown | undefined> {
  for (let looks = 0; looks < LOOKS; looks++) {
    const { code, data } = await caller.post('/pay-api/api/payment/detail', { paymentId })
    const shown = data as Shown
    if (code === 200 && (enough(shown) || ['SETTLED', 'CLOSED'].includes(shown.state))) return shown
    await waitMs(LOOK_MS)
  }
  return undefined
}

/** The buyer's part at the provider: he pays, gives up, or does nothing. Resolves when he has seen the result. */
async function seesThrough(worker: CrashWorker, paymentId: string, { late }: { late?: () => Promise<void> } = {}): Promise<boolean> {
  const { provider, random } = worker
  const shown = await look(worker, paymentId, ({ invitation }) => invitation !== null)
  if (!shown?.invitation || random.below(10) === 0) return false
  if (random.below(10) === 0) {
    await provider.answerPayment(shown.invitation, 'refuse')
    return false
  }
  await late?.()
  // Some buyers pay twice at the same moment: on two telephones, or by a second tap.
  await Promise.all(Array.from({ length: 1 + random.below(2) }, () => provider.answerPayment(shown.invitation, 'pay')))
  return (await look(worker, paymentId, ({ state }) => state === 'SETTLED'))?.state === 'SETTLED'
}

const channelOf = ({ random }: CrashWorker) => random.pick(['wechat', 'wechat', 'card'] as const)

/** Pays an order online. Sometimes the order is cancelled while the code is shown, and paid all the same. */
export async function simulateOnlinePayment(worker: CrashWorker, { tradeId, orderNo }: SubmittedOrder): Promise<boolean> {
  const { buyer, caller, random, acknowledged } = worker
  const { enterpriseId } = buyer
  const begun = await caller.post('/pay-api/api/payment/create', { tradeId, channel: channelOf(worker) }, createIdempotencyKey())
  if (begun.code !== 200) {
    acknowledged.defects.push(`payment/create ${begun.reason}`)
    return false
  }
  const { paymentId } = begun.data as { paymentId: string }
  const cancels = random.below(6) === 0
  const late = async () => {
    const answer = await caller.post('/order-api/api/order/cancel', { orderNo, reason: '压测取消' })
    if (answer.code === 200) acknowledged.cancelled.push({ orderNo, enterpriseId })
  }
  const arrived = await seesThrough(worker, paymentId, cancels ? { late } : {})
  if (arrived) acknowledged.settledPayments.push({ enterpriseId, paymentId, what: 'order' })
  return arrived
}

let written = 0

/** Tops up the wallet: online, or by a bank line that finance records. */
export async function simulateTopUp(worker: CrashWorker, way: 'online' | 'bank'): Promise<void> {
  const { buyer, caller, staff, random, acknowledged } = worker
  const { enterpriseId } = buyer
  if (way === 'bank') {
    const amountFen = 500_000 + ++written
    const body = { enterpriseId, amount: toYuan(fen(amountFen)), bankReference: `C${amountFen}` }
    const { code, reason } = await staff.post('/console-api/api/wallet/record-top-up', body)
    // The answer was lost, so the call is repeated. The line is used already: by the first call.
    if (code === 200 || reason === 'BANK_REFERENCE_USED') acknowledged.recordedTopUps.push({ enterpriseId, amountFen })
    return
  }
  const body = { amount: 100 + random.below(900), channel: channelOf(worker) }
  const begun = await caller.post('/pay-api/api/payment/top-up', body, createIdempotencyKey())
  if (begun.code !== 200) return void acknowledged.defects.push(`payment/top-up ${begun.reason}`)
  const { paymentId } = begun.data as { paymentId: string }
  if (await seesThrough(worker, paymentId)) acknowledged.settledPayments.push({ enterpriseId, paymentId, what: 'topUp' })
}

/** Repays a part of the debt. */
export async function simulateRepayment(worker: CrashWorker, way: 'online' | 'wallet'): Promise<void> {
  const { buyer, caller, random, acknowledged } = worker
  const { enterpriseId } = buyer
  const amountFen = 5_000 + random.below(50_000)
  const key = createIdempotencyKey()
  if (way === 'wallet') {
    acknowledged.repayKeys.push({ enterpriseId, key })
    const body = { amount: toYuan(fen(amountFen)), payPwd: PAY_PASSWORD }
    const { code, reason } = await caller.post('/account-api/api/statement/repay-by-wallet', body, key)
    if (code === 200) acknowledged.repaid.push({ enterpriseId, amountFen })
    else if (reason !== 'WALLET_SHORT' && reason !== 'REPAY_TOO_MUCH') acknowledged.defects.push(`repay-by-wallet ${reason}`)
    return
  }
  const begun = await caller.post('/pay-api/api/payment/repay', { amount: toYuan(fen(amountFen)), channel: channelOf(worker) }, key)
  if (begun.code !== 200) {
    if (begun.reason !== 'REPAY_TOO_MUCH') acknowledged.defects.push(`payment/repay ${begun.reason}`)
    return
  }
  const { paymentId } = begun.data as { paymentId: string }
  if (await seesThrough(worker, paymentId)) acknowledged.settledPayments.push({ enterpriseId, paymentId, what: 'repay' })
}
