import { refuse } from '#contract/platform/core/refusals.ts'
import { GatewayOutcomeUnknownError, GatewayRefusalError, ignoreGatewayError } from '#server/adapters/gateway/public.ts'
import { type ExternalPayment, findPayment, isPaymentOpen } from '#server/money/payments/public.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { getGateway, type ProviderContext } from './query-provider.ts'
import { requestPaymentInvitation } from './request-invitation.ts'

interface Authorisation {
  code: string
  state: string
}

/**
 * Whether WeChat was sent to for this payment: the page that asks it carries the state that it must bring back. Whoever may call this reads
 * the state in the payment, so the comparison need not take the same time for every text.
 */
const isStateOf = (page: string, state: string): boolean => URL.parse(page)?.searchParams.get('state') === state

/** Exchanges the code for who pays. Refuses WECHAT_NOT_AUTHORISED, and PAYMENT_UNCLEAR if WeChat does not answer. */
async function findPayerId(context: ProviderContext, payment: ExternalPayment, code: string): Promise<string> {
  try {
    return (await getGateway(context, payment).findPayerId?.(code)) ?? refuse('WECHAT_NOT_AUTHORISED')
  } catch (error) {
    if (error instanceof GatewayRefusalError) refuse('WECHAT_NOT_AUTHORISED')
    if (error instanceof GatewayOutcomeUnknownError) refuse('PAYMENT_UNCLEAR')
    throw error
  }
}

/**
 * Inside WeChat: the code says who pays, and the payment gets the call with which his WeChat opens it. Who it is, is passed on to the provider
 * and stored nowhere. A payment that has the call already, or has ended, stays as it is. Refuses WECHAT_NOT_AUTHORISED for a state of
 * another payment, PAYMENT_UNCLEAR if WeChat does not answer.
 */
export async function authorisePayer(
  context: ProviderContext,
  moment: Moment,
  { payment, code, state }: Authorisation & { payment: ExternalPayment },
): Promise<void> {
  if (!isPaymentOpen(payment) || payment.invitation?.show === 'bridge') return
  if (payment.invitation?.show !== 'authorise' || !isStateOf(payment.invitation.url, state)) refuse('WECHAT_NOT_AUTHORISED')
  const payerId = await findPayerId(context, payment, code)
  await requestPaymentInvitation(context, moment, { payment, payerId }).catch(ignoreGatewayError)
  const now = await findPayment(context.db, payment)
  if (now && isPaymentOpen(now) && now.invitation?.show === 'authorise') refuse('PAYMENT_UNCLEAR')
}
