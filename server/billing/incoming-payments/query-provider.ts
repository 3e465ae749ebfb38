import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import {
  type GatewayChargeStatus,
  GatewayOutcomeUnknownError,
  GatewayRefusalError,
  type PaymentGateway,
  type PaymentGatewaysByChannel,
} from '#server/adapters/gateway/public.ts'
import { type ExternalPayment, formatOutTradeOrRefundNumber, updatePaymentState } from '#server/money/payments/public.ts'
import { type Db, runInTransaction } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { settleIncomingPayment } from './settle-incoming-payment.ts'

/** The dependencies of calls to providers. */
export interface ProviderContext {
  db: Db
  gateways: PaymentGatewaysByChannel
  /** The public address of this server. */
  publicUrl: string
}

export function getGateway({ gateways }: Pick<ProviderContext, 'gateways'>, { channel }: Pick<ExternalPayment, 'channel'>): PaymentGateway {
  const gateway = channel === null ? undefined : gateways.get(channel)
  if (!gateway) throw new GatewayOutcomeUnknownError(`no account for ${channel}`)
  return gateway
}

/** Converts a charge that is paid in our currency. The caller compares the amount. */
export function toIncomingPaymentIfChargePaid(
  payment: ExternalPayment,
  { state, gatewayNo, amountFen, currency, paidAt }: GatewayChargeStatus,
  now: Date,
) {
  if (state !== 'SUCCESS' || !gatewayNo || amountFen === undefined || amountFen <= 0 || currency !== 'CNY' || payment.channel === null)
    return undefined
  const { enterpriseId, id: paymentId, channel } = payment
  return {
    enterpriseId,
    paymentId,
    source: 'gateway',
    channel,
    reference: gatewayNo,
    amountFen,
    valueDay: toShanghaiDay(paidAt ?? now),
  } as const
}

export const PAYMENT_EXPIRED_TEXT = '支付超时未完成，已关闭'

/** Applies the state that the provider reports to a payment: settles or closes it. `why` is the reason that its buyer reads. */
export async function applyReport(
  { db }: ProviderContext,
  moment: Moment,
  payment: ExternalPayment,
  report: GatewayChargeStatus,
  why = PAYMENT_EXPIRED_TEXT,
): Promise<void> {
  const paid = toIncomingPaymentIfChargePaid(payment, report, moment.now)
  if (paid) await runInTransaction(db, (tx) => settleIncomingPayment(tx, moment, paid))
  else if (report.state === 'CLOSED')
    await runInTransaction(db, (tx) => updatePaymentState(tx, moment, payment, { to: 'CLOSED', failure: why }))
}

/** Closes a charge at the provider, so that nobody can pay it any more, or finds that it was paid. Throws `GatewayOutcomeUnknownError`. */
export async function closeChargeUnlessPaid(
  context: ProviderContext,
  moment: Moment,
  payment: ExternalPayment,
  why = PAYMENT_EXPIRED_TEXT,
): Promise<void> {
  const gateway = getGateway(context, payment)
  const outNo = formatOutTradeOrRefundNumber(payment.id)
  await gateway.close(outNo, moment.now).catch((error) => {
    if (!(error instanceof GatewayRefusalError)) throw error
  })
  await applyReport(context, moment, payment, await gateway.query(outNo, moment.now), why)
}
