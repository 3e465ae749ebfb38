import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { GatewayOutcomeUnknownError, type GatewayRefundStatus, GatewayRefusalError } from '#server/adapters/gateway/public.ts'
import { postTransfersOfEnterprise } from '#server/money/ledger/public.ts'
import {
  claimRefundAttempt,
  findDueRefundIds,
  findPayment,
  findRefundById,
  formatOutTradeOrRefundNumber,
  lockRefund,
  type Refund,
  updateRefundState,
} from '#server/money/payments/public.ts'
import { runInTransaction } from '#server/platform/core/db.ts'
import { forEachCollectingErrors } from '#server/platform/core/isolated-batches.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { publishEvents } from '#server/platform/core/outbox.ts'
import { getGateway, type ProviderContext } from './query-provider.ts'

/** Seconds until the next try, by the number of tries; the last one repeats. */
const AGAIN_SECONDS = [10, 30, 120, 600, 1_800, 3_600, 21_600]

const nextTry = (tries: number, now: Date): Date =>
  new Date(now.getTime() + (AGAIN_SECONDS[Math.min(tries, AGAIN_SECONDS.length - 1)] ?? 0) * 1_000)

/** Requests a refund from the provider, or queries it. The refund's number identifies it, so a repeated request is harmless. */
async function speak(context: ProviderContext, moment: Moment, refund: Refund): Promise<GatewayRefundStatus> {
  const payment = await findPayment(context.db, { enterpriseId: refund.enterpriseId, id: refund.paymentId })
  if (!payment) throw new Error(`refund ${refund.id} of no payment`)
  const gateway = getGateway(context, payment)
  const [outTradeNo, outRefundNo] = [formatOutTradeOrRefundNumber(payment.id), formatOutTradeOrRefundNumber(refund.id)]
  if (refund.state !== 'WAIT') {
    const report = await gateway.queryRefund(outRefundNo, outTradeNo, moment.now)
    if (report.state !== 'MISSING') return report
  }
  // Money that could not be used is refunded completely: the amount is what the provider received, whatever was requested.
  const totalFen = refund.source === 'suspense' ? refund.amountFen : payment.amountFen
  return gateway.refund({ outTradeNo, outRefundNo, amountFen: refund.amountFen, totalFen, reason: refund.reason }, moment.now)
}

/** Posts a refund that has arrived, once. */
async function settle(context: ProviderContext, moment: Moment, refund: Refund, report: GatewayRefundStatus): Promise<void> {
  await runInTransaction(context.db, async (tx) => {
    const now = await lockRefund(tx, refund)
    if (!now || now.state === 'SETTLED') return
    const { enterpriseId, id: document, amountFen, title } = now
    const kind = now.source === 'suspense' ? 'suspenseToGateway' : 'refundToGateway'
    const transfer = { kind, amountFen, document, title, valueDay: toShanghaiDay(report.refundedAt ?? moment.now) } as const
    await postTransfersOfEnterprise(tx, moment, { enterpriseId, transfers: [transfer] })
    await updateRefundState(tx, moment, now, { to: 'SETTLED', reference: report.gatewayNo ?? '' })
    const { refundNo, orderId } = now
    await publishEvents(tx, moment, [{ topic: 'refund.done', enterpriseId, payload: { refundNo, orderId, amountFen } }])
  })
}

const isSettled = (refund: Refund, report: GatewayRefundStatus) =>
  report.state === 'SUCCESS' && (report.amountFen === undefined || report.amountFen === refund.amountFen)

/** Applies the state that the provider reports to a refund. */
async function apply(context: ProviderContext, moment: Moment, refund: Refund, report: GatewayRefundStatus): Promise<void> {
  if (isSettled(refund, report)) return settle(context, moment, refund, report)
  const step =
    report.state === 'PROCESSING' || report.state === 'MISSING'
      ? ({ to: 'SENT' } as const)
      : ({ to: 'FAILED', failure: report.state === 'SUCCESS' ? '退款金额与支付机构不符' : `支付机构：${report.state}` } as const)
  await runInTransaction(context.db, (tx) => updateRefundState(tx, moment, refund, step))
}

/** Processes one refund if it is due and no other process does. It never throws for a provider's answer. */
export async function processRefundIfDue(context: ProviderContext, moment: Moment, id: string): Promise<void> {
  const refund = await findRefundById(context.db, id)
  if (!refund || refund.state === 'SETTLED' || refund.state === 'FAILED') return
  const turn = { now: moment.now, next: nextTry(refund.tries, moment.now) }
  if (!(await runInTransaction(context.db, (tx) => claimRefundAttempt(tx, refund, turn)))) return
  try {
    await apply(context, moment, refund, await speak(context, moment, refund))
  } catch (error) {
    const step = (to: 'UNKNOWN' | 'WAIT', failure: string) =>
      runInTransaction(context.db, (tx) => updateRefundState(tx, moment, refund, { to, failure }))
    if (error instanceof GatewayOutcomeUnknownError) await step('UNKNOWN', error.message)
    else if (error instanceof GatewayRefusalError) await step('WAIT', error.message)
    else throw error
  }
}

/** Processes all refunds that are due. The delay grows to six hours, and the tries do not end before the money has arrived. */
export async function processDueRefunds(context: ProviderContext, moment: Moment): Promise<number> {
  return forEachCollectingErrors(await findDueRefundIds(context.db, moment.now), async (id) => {
    await processRefundIfDue(context, moment, id)
    return true
  })
}
