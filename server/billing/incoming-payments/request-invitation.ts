import type { PaymentScene } from '#contract/money/payments/api.ts'
import { GatewayOutcomeUnknownError, GatewayRefusalError } from '#server/adapters/gateway/public.ts'
import { type ExternalPayment, formatOutTradeOrRefundNumber, updatePaymentState } from '#server/money/payments/public.ts'
import { runInTransaction, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { applyReport, getGateway, type ProviderContext } from './query-provider.ts'

/** The page that opens WeChat on a phone ends after five minutes, so a new one is requested before. */
const PHONE_PAGE_MS = 4 * 60_000

/**
 * Whether the buyer needs something new to pay with: there is nothing yet, or the page of a phone is about to end. Without the address of
 * the buyer's device, which the job does not have, a phone gets nothing new.
 */
export function needsInvitation({ scene, state, invitedAt }: ExternalPayment, now: Date, payerIp: string | undefined): boolean {
  if (scene !== 'phone') return state !== 'PENDING'
  if (payerIp === undefined) return false
  return state !== 'PENDING' || invitedAt === null || now.getTime() - invitedAt.getTime() >= PHONE_PAGE_MS
}

/** The screen to which the provider leads the buyer back. */
const returnScreens: Record<PaymentScene, (paymentId: string) => string> = {
  desk: (paymentId) => `/order_pay_success?paymentId=${paymentId}`,
  // WeChat leads back whether the buyer has paid or not.
  phone: (paymentId) => `/order_pay_online_pay?paymentId=${paymentId}&back=1`,
  // WeChat has named who pays, and the payment goes on.
  wechat: (paymentId) => `/order_pay_online_pay?paymentId=${paymentId}`,
}

/**
 * Requests what the buyer pays with (a code or a page). A repeated request is harmless: the payment's number identifies one charge.
 * `payerIp` is the address of the buyer's device, `payerId` who pays inside WeChat.
 */
export async function requestPaymentInvitation(
  context: ProviderContext,
  moment: Moment,
  { payment, payerIp, payerId }: { payment: ExternalPayment; payerIp?: string | undefined; payerId?: string },
): Promise<void> {
  const { enterpriseId, id, channel, scene, amountFen, title, expiresAt } = payment
  const step = (given: Parameters<typeof updatePaymentState>[3]) =>
    runInTransaction(context.db, (tx) => updatePaymentState(tx, moment, { enterpriseId, id }, given))
  const charge = {
    outTradeNo: formatOutTradeOrRefundNumber(id),
    amountFen,
    title,
    scene,
    ...(payerIp === undefined ? {} : { payerIp }),
    ...(payerId === undefined ? {} : { payerId }),
    expiresAt: expiresAt ?? moment.now,
    notifyUrl: `${context.publicUrl}/api/pay-api/notice/${channel}`,
    returnUrl: `${context.publicUrl}/#${returnScreens[scene](id)}`,
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
