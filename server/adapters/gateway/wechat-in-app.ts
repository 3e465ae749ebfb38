import type { KeyObject } from 'node:crypto'
import { GatewayOutcomeUnknownError, GatewayRefusalError, type WechatBridgeCall } from './gateway.ts'
import { callProvider, parseProviderJson } from './provider-call.ts'
import { signWechatText } from './wechat-signature.ts'

// Paying inside WeChat: "Web page authorisation" of the open platform, and "JSAPI: opening the payment" of WeChat Pay.

/** The service account that pages inside WeChat belong to. It tells a page who its visitor is, by an id that only this account knows. */
export interface WechatOpenAccount {
  appSecret: string
  /** Its page for people, and its address for servers. */
  openBase: string
  apiBase: string
}

/** WeChat's page that asks nobody anything (`snsapi_base`), and leads back with a code for who the visitor is and with our `state`. */
export function createWechatAuthorisationUrl(
  { appid, openBase }: { appid: string; openBase: string },
  { returnUrl, state }: { returnUrl: string; state: string },
): string {
  const query = new URLSearchParams({ appid, redirect_uri: returnUrl, response_type: 'code', scope: 'snsapi_base', state })
  return `${openBase}/connect/oauth2/authorize?${query}#wechat_redirect`
}

/** 系统繁忙, 调用超过天级别频率限制 and API 调用太频繁: nothing is wrong with a call of the account, which may come again. */
export const wechatBusyCodes: ReadonlySet<unknown> = new Set([-1, 45_009, 45_011])

/**
 * Exchanges a code for the visitor's id. A code can be used once, within five minutes. Throws `GatewayRefusalError` for any other, and for the
 * visitor of a preview (快照页), whose id is not real.
 */
export async function fetchWechatVisitorId(
  { appid, appSecret, apiBase }: { appid: string; appSecret: string; apiBase: string },
  code: string,
): Promise<string> {
  const query = new URLSearchParams({ appid, secret: appSecret, code, grant_type: 'authorization_code' })
  const answer = await callProvider(`${apiBase}/sns/oauth2/access_token?${query}`, {
    method: 'GET',
    headers: { accept: 'application/json' },
  })
  if (answer.status !== 200) throw new GatewayOutcomeUnknownError(`status ${answer.status}`)
  const { openid, errcode, errmsg, is_snapshotuser } = parseProviderJson(answer.body)
  if (wechatBusyCodes.has(errcode)) throw new GatewayOutcomeUnknownError(`微信 ${String(errcode)}`)
  if (errcode !== undefined && errcode !== 0) throw new GatewayRefusalError(String(errcode), String(errmsg))
  if (is_snapshotuser === 1) throw new GatewayRefusalError('SNAPSHOT_USER', 'a preview of the page')
  if (typeof openid !== 'string' || openid === '') throw new GatewayOutcomeUnknownError('no openid')
  return openid
}

/** The text that the signature of such a call covers. */
export const formatWechatBridgeCall = (call: Omit<WechatBridgeCall, 'signType' | 'paySign'>): string =>
  `${call.appId}\n${call.timeStamp}\n${call.nonceStr}\n${call.package}\n`

/** Signs the call that opens a prepared payment. */
export function signWechatBridgeCall(
  { appid, key, nonce }: { appid: string; key: KeyObject; nonce: () => string },
  prepayId: string,
  now: Date,
): WechatBridgeCall {
  const timeStamp = String(Math.floor(now.getTime() / 1_000))
  const call = { appId: appid, timeStamp, nonceStr: nonce(), package: `prepay_id=${prepayId}` }
  const paySign = signWechatText(formatWechatBridgeCall(call), key)
  return Object.assign(call, { signType: 'RSA' as const, paySign })
}
