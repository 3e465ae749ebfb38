import { isGatewayError } from '#server/adapters/gateway/public.ts'
import {
  claimProviderQueryAndScheduleNext,
  type ExternalPayment,
  findPayment,
  findPaymentRefsDueForProviderQuery,
  formatOutTradeOrRefundNumber,
  isPaymentOpen,
  type PaymentRef,
  stopProviderQueries,
  updatePaymentState,
} from '#server/money/payments/public.ts'
import { runInTransaction } from '#server/platform/core/db.ts'
import { forEachCollectingErrors } from '#server/platform/core/isolated-batches.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { applyReport, closeChargeUnlessPaid, getGateway, PAYMENT_EXPIRED_TEXT, type ProviderContext } from './query-provider.ts'
import { needsInvitation, requestPaymentInvitation } from './request-invitation.ts'

const MINUTE = 60_000
/**
 * When the provider is queried, counted from the creation of the payment. After the last query the payment is closed; money that arrives
 * later is refunded.
 */
export const PROVIDER_QUERY_DELAYS_MS = [0.5, 2, 5, 15, 30, 60, 360, 1_440].map((minutes) => minutes * MINUTE)
/** A closed payment is queried once more after its end, and every hour while the provider does not answer. */
const AGAIN = 60 * MINUTE
const QUERIES_MAX = 40

function nextOf({ createdAt, queries, ...payment }: ExternalPayment, now: Date): Date | null {
  if (!isPaymentOpen(payment)) return queries < QUERIES_MAX ? new Date(now.getTime() + AGAIN) : null
  const after = PROVIDER_QUERY_DELAYS_MS.map((ms) => new Date(createdAt.getTime() + ms)).find((at) => at > now)
  return after ?? new Date(now.getTime() + AGAIN)
}

/**
 * Queries the provider for a payment and applies the result: settles it, closes it if it has expired, or requests what its buyer pays with,
 * if there is nothing. `payerIp` is the address of the buyer's device, if his page asks. Throws `GatewayOutcomeUnknownError` if the result is
 * not known.
 */
export async function pollPayment(context: ProviderContext, moment: Moment, payment: ExternalPayment, payerIp?: string): Promise<void> {
  const report = await getGateway(context, payment).query(formatOutTradeOrRefundNumber(payment.id), moment.now)
  await applyReport(context, moment, payment, report)
  if (report.state !== 'NOTPAY' && report.state !== 'MISSING') return
  const now = await findPayment(context.db, payment)
  if (!now || !isPaymentOpen(now)) return
  if (now.expiresAt !== null && now.expiresAt <= moment.now) {
    await closeChargeUnlessPaid(context, moment, now)
    await runInTransaction(context.db, (tx) => updatePaymentState(tx, moment, now, { to: 'CLOSED', failure: PAYMENT_EXPIRED_TEXT }))
  } else if (needsInvitation(now, moment.now, payerIp)) await requestPaymentInvitation(context, moment, { payment: now, payerIp })
}

/** Queries one payment, unless another process does. Returns whether the provider has answered. */
async function visit(context: ProviderContext, moment: Moment, ref: PaymentRef): Promise<boolean> {
  const { db } = context
  const payment = await findPayment(db, ref)
  if (!payment || payment.state === 'SETTLED') return false
  const mine = { queries: payment.queries, at: nextOf(payment, moment.now), due: moment.now }
  if (!(await runInTransaction(db, (tx) => claimProviderQueryAndScheduleNext(tx, ref, mine)))) return false
  try {
    await pollPayment(context, moment, payment)
  } catch (error) {
    if (!isGatewayError(error)) throw error
    await abandonPayment(context, moment, payment)
    return false
  }
  if (!isPaymentOpen(payment)) await runInTransaction(db, (tx) => stopProviderQueries(tx, ref))
  return true
}

/** Closes a payment whose provider has not answered for a day, so that its order can continue. Late money is still found and refunded. */
async function abandonPayment({ db }: ProviderContext, moment: Moment, payment: ExternalPayment): Promise<void> {
  const last = PROVIDER_QUERY_DELAYS_MS.at(-1) ?? 0
  if (!isPaymentOpen(payment) || moment.now.getTime() < payment.createdAt.getTime() + last) return
  await runInTransaction(db, (tx) =>
    updatePaymentState(tx, moment, payment, { to: 'CLOSED', failure: '支付结果未能确认，如已付款将原路退回' }),
  )
}

/**
 * Queries all payments that are due. Payments without a notice are settled, expired ones are closed. Several processes can run it at once.
 * Returns how many answers it got.
 */
export async function pollDuePayments(context: ProviderContext, moment: Moment): Promise<number> {
  return forEachCollectingErrors(await findPaymentRefsDueForProviderQuery(context.db, moment.now), (ref) => visit(context, moment, ref))
}

/**
 * Closes a payment at its provider after it was closed here, and checks whether it was paid before. Throws `GatewayOutcomeUnknownError`, so that
 * it is tried again.
 */
export async function closeChargeOfClosedPayment(
  context: ProviderContext,
  moment: Moment,
  ref: { enterpriseId: string; paymentId: string },
): Promise<void> {
  const payment = await findPayment(context.db, { enterpriseId: ref.enterpriseId, id: ref.paymentId })
  if (payment?.state === 'CLOSED') await closeChargeUnlessPaid(context, moment, payment)
}
