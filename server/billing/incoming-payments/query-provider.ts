import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import {
  type GatewayChargeStatus,
  GatewayOutcomeUnknownError,
  GatewayRefusalError,
  type PaymentGateway,
  type PaymentGatewaysByChannel,
} from '#server/adapters/gateway/public.ts'
import {
  type ExternalPayment,
  findPayment,
  formatOutTradeOrRefundNumber,
  isPaymentOpen,
  updatePaymentState,
} from '#server/money/payments/public.ts'
import { type Db, runInTransaction, type Tx } from '#server/platform/core/db.ts'
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

/**
 * Requests the action with which the buyer pays (a code or a redirect). A repeated request is harmless: the payment's number identifies one
 * charge.
 */
export async function requestQrCodeOrRedirect(context: ProviderContext, moment: Moment, payment: ExternalPayment): Promise<void> {
  const { enterpriseId, id, channel, amountFen, title, expiresAt } = payment
  const step = (given: Parameters<typeof updatePaymentState>[3]) =>
    runInTransaction(context.db, (tx) => updatePaymentState(tx, moment, { enterpriseId, id }, given))
  const charge = {
    outTradeNo: formatOutTradeOrRefundNumber(id),
    amountFen,
    title,
    expiresAt: expiresAt ?? moment.now,
    notifyUrl: `${context.publicUrl}/api/pay-api/notice/${channel}`,
    returnUrl: `${context.publicUrl}/#/order_pay_success?paymentId=${id}`,
  }
  try {
    await step({ to: 'PENDING', invitation: await getGateway(context, payment).create(charge, moment.now) })
  } catch (error) {
    if (error instanceof GatewayOutcomeUnknownError) await step({ to: 'UNKNOWN', from: 'CREATED', failure: error.message })
    else if (error instanceof GatewayRefusalError) await refused(context, moment, payment, error)
    else throw error
  }
}

/** Closes a charge that the provider has refused, unless it was refused because it is paid already. */
async function refused(context: ProviderContext, moment: Moment, payment: ExternalPayment, error: GatewayRefusalError): Promise<void> {
  const report = await getGateway(context, payment).query(formatOutTradeOrRefundNumber(payment.id), moment.now)
  if (report.state === 'SUCCESS') return void (await applyReport(context, moment, payment, report))
  const step = { to: 'CLOSED', failure: `支付机构未受理（${error.code}），请更换渠道或稍后再试` } as const
  await runInTransaction(context.db, (tx: Tx) => updatePaymentState(tx, moment, payment, step))
}

const EXPIRED = '支付超时未完成，已关闭'

/** Applies the state that the provider reports to a payment. */
async function applyReport(
  { db }: ProviderContext,
  moment: Moment,
  payment: ExternalPayment,
  report: GatewayChargeStatus,
  why = EXPIRED,
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
  why = EXPIRED,
): Promise<void> {
  const gateway = getGateway(context, payment)
  const outNo = formatOutTradeOrRefundNumber(payment.id)
  await gateway.close(outNo, moment.now).catch((error) => {
    if (!(error instanceof GatewayRefusalError)) throw error
  })
  await applyReport(context, moment, payment, await gateway.query(outNo, moment.now), why)
}

/**
 * Queries the provider for a payment and applies the result: settles it, closes it if it has expired, or requests its action again if there
 * is none. Throws `GatewayOutcomeUnknownError` if the result is not known.
 */
export async function pollPayment(context: ProviderContext, moment: Moment, payment: ExternalPayment): Promise<void> {
  const report = await getGateway(context, payment).query(formatOutTradeOrRefundNumber(payment.id), moment.now)
  await applyReport(context, moment, payment, report)
  if (report.state !== 'NOTPAY' && report.state !== 'MISSING') return
  const now = await findPayment(context.db, payment)
  if (!now || !isPaymentOpen(now)) return
  if (now.expiresAt !== null && now.expiresAt <= moment.now) {
    await closeChargeUnlessPaid(context, moment, now)
    await runInTransaction(context.db, (tx) => updatePaymentState(tx, moment, now, { to: 'CLOSED', failure: EXPIRED }))
  } else if (now.state !== 'PENDING') await requestQrCodeOrRedirect(context, moment, now)
}
