import { setTimeout as wait } from 'node:timers/promises'
import { createIdempotencyKey } from '#bench/cluster.ts'
import { PAY_PASSWORD } from '#bench/world.ts'
import { fen, fromYuan, toYuan } from '#contract/platform/core/money.ts'
import type { PaymentStartAnswer } from './provider.ts'
import type { CrashWorker, SubmittedOrder } from './worker.ts'

const LOOKS = 25
const LOOK_MS = 250
/** Within so long the notice of a payment arrives and is posted. */
const LATER_MS = 100

interface Shown {
  state: string
  invitation: PaymentStartAnswer | null
}

/** Polls a payment, as its page does, until a condition holds, the payment is final, or the time is up. */
async function look({ caller }: CrashWorker, paymentId: string, enough: (shown: Shown) => boolean): Promise<Shown | undefined> {
  for (let looks = 0; looks < LOOKS; looks++) {
    const { code, data } = await caller.read('/pay-api/api/payment/detail', { paymentId })
    const shown = data as Shown
    if (code === 200 && (enough(shown) || ['SETTLED', 'CLOSED'].includes(shown.state))) return shown
    await wait(LOOK_MS)
  }
  return undefined
}

/** The buyer's part at the provider: he pays, gives up, or does nothing. Resolves when he has seen the result. */
async function seesThrough(worker: CrashWorker, paymentId: string, late?: () => Promise<unknown>): Promise<boolean> {
  const { company, provider, random, run } = worker
  const shown = await look(worker, paymentId, ({ invitation }) => invitation !== null)
  if (!shown?.invitation || random.below(10) === 0) return false
  if (random.below(10) === 0) {
    await provider.answerPayment(shown.invitation, 'refuse')
    return false
  }
  await late?.()
  // Some buyers pay twice at the same moment: on two telephones, or by a second tap.
  await Promise.all(Array.from({ length: 1 + random.below(2) }, () => provider.answerPayment(shown.invitation, 'pay')))
  const settled = (await look(worker, paymentId, ({ state }) => state === 'SETTLED'))?.state === 'SETTLED'
  if (settled) run.journal.noteSettled({ enterpriseId: company.enterpriseId, paymentId })
  return settled
}

const channelOf = ({ random }: CrashWorker) => random.pick(['wechat', 'wechat', 'card'] as const)

/** Starts an online payment. Returns its id; undefined: it was refused. */
async function startPayment(worker: CrashWorker, path: string, body: Record<string, unknown>): Promise<string | undefined> {
  const { caller } = worker
  const channel = { channel: channelOf(worker) }
  const begun = await caller.write(path, Object.assign({}, body, channel), { key: createIdempotencyKey() })
  return begun.code === 200 ? (begun.data as { paymentId: string }).paymentId : undefined
}

/** Pays an order online. Sometimes the order is cancelled while the code is shown, and paid all the same. */
export async function simulateOnlinePayment(worker: CrashWorker, { tradeId, orderNo }: SubmittedOrder): Promise<boolean> {
  const { caller, random } = worker
  const paymentId = await startPayment(worker, '/pay-api/api/payment/create', { tradeId })
  if (paymentId === undefined) return false
  const cancels = random.below(6) === 0
  const late = () =>
    caller.write('/order-api/api/order/cancel', { orderNo, reason: '压测取消' }, { refusals: ['ORDER_ACTION_NOT_ALLOWED'] })
  return seesThrough(worker, paymentId, cancels ? late : undefined)
}

/** The amount of the first bank line. Each is a fen more than the one before, so that no two are equal. */
const FIRST_LINE_FEN = 500_000
let written = 0

/** Tops up the wallet: online, or by a bank line that finance records. */
export async function simulateTopUp(worker: CrashWorker, way: 'online' | 'bank'): Promise<void> {
  const { company, staff, random } = worker
  if (way === 'bank') {
    const amountFen = FIRST_LINE_FEN + ++written
    const body = { enterpriseId: company.enterpriseId, amount: toYuan(fen(amountFen)), bankReference: `C${amountFen}` }
    await staff.write('/console-api/api/wallet/record-top-up', body)
    return
  }
  const paymentId = await startPayment(worker, '/pay-api/api/payment/top-up', { amount: 100 + random.below(900) })
  if (paymentId !== undefined) await seesThrough(worker, paymentId)
}

interface Funds {
  owedFen: number
  walletFen: number
}

async function readFunds({ caller }: CrashWorker): Promise<Funds> {
  const owed = await caller.read('/account-api/api/statement/owed', {})
  const wallet = await caller.read('/account-api/api/wallet/overview', {})
  const { total } = owed.data as { total: number }
  const { balance } = wallet.data as { balance: number }
  return { owedFen: fromYuan(total), walletFen: fromYuan(balance) }
}

/**
 * Repays a part of the debt or all that is owed. Who repays all meets another member who does so: by wallet at once or a moment later, because
 * the notice of an online payment takes a moment, too. Returns what was certainly repaid when it was answered.
 */
export async function simulateRepayment(worker: CrashWorker, way: 'online' | 'wallet'): Promise<number> {
  const { caller, company, random } = worker
  const part = 5_000 + random.below(50_000)
  // What a company owes that is repaid by a job must be left to it.
  const repaysAll = random.below(2) === 0 && (way === 'wallet' || !company.indebted)
  const { owedFen, walletFen } = repaysAll ? await readFunds(worker) : { owedFen: part, walletFen: part }
  if (way === 'online') {
    const amountFen = owedFen > 0 ? owedFen : part
    const paymentId = await startPayment(worker, '/pay-api/api/payment/repay', { amount: toYuan(fen(amountFen)) })
    const meets = repaysAll ? () => company.repayingAll.meet() : undefined
    return paymentId !== undefined && (await seesThrough(worker, paymentId, meets)) ? amountFen : 0
  }
  const amountFen = Math.min(owedFen, walletFen)
  if (amountFen <= 0) return 0
  if (repaysAll) {
    await company.repayingAll.meet()
    await wait(random.below(LATER_MS))
  }
  const body = { amount: toYuan(fen(amountFen)), payPwd: PAY_PASSWORD }
  const repaid = await caller.write('/account-api/api/statement/repay-by-wallet', body, { key: createIdempotencyKey() })
  return repaid.code === 200 ? amountFen : 0
}
