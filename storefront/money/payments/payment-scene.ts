import type { OfferedPaymentChannel, OnlinePaymentChannel, PaymentScene } from '#contract/money/payments/api.ts'
import { isInsideWechat, isWechatOnComputerOrWork } from '#storefront/platform/routing/wechat-visitor.ts'

/** Tablets are left out: most have no WeChat that could be opened. */
const APPLE_PHONE = /iPhone|iPod/i
const isPhone = (userAgent: string): boolean =>
  APPLE_PHONE.test(userAgent) ||
  (/Android|HarmonyOS/i.test(userAgent) && /Mobile/i.test(userAgent)) ||
  (/OpenHarmony/i.test(userAgent) && /Phone;/i.test(userAgent))

/**
 * Where this browser is, by its user agent. The screen says so, not the server: the mark of WeChat often stands after the 200 characters that
 * the server keeps of a user agent.
 */
export function detectPaymentScene(userAgent: string = navigator.userAgent): PaymentScene {
  if (isWechatOnComputerOrWork(userAgent)) return 'desk'
  if (isInsideWechat(userAgent)) return 'wechat'
  return isPhone(userAgent) ? 'phone' : 'desk'
}

/** Where the buyer pays by a channel: where this browser is, or as at a desk if the channel cannot be paid there. */
export function chooseScene(offered: readonly OfferedPaymentChannel[], channel: OnlinePaymentChannel, here: PaymentScene): PaymentScene {
  return offered.find((one) => one.channel === channel)?.scenes.includes(here) ? here : 'desk'
}

/** Why a buyer cannot pay by a channel in the browser where he is: WeChat opens no page of 支付宝. Undefined: he can. */
export const getReasonAgainstChannelHere = (channel: OnlinePaymentChannel, here: PaymentScene): string | undefined =>
  channel === 'alipay' && here === 'wechat' ? '微信里打不开支付宝，请在浏览器中打开本页后使用' : undefined

/** The first of the offered channels by which a buyer can pay where he is. */
export const findFirstChannelHere = (
  offered: readonly OfferedPaymentChannel[],
  here: PaymentScene = detectPaymentScene(),
): OnlinePaymentChannel | undefined => offered.find(({ channel }) => getReasonAgainstChannelHere(channel, here) === undefined)?.channel
