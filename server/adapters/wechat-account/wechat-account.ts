import { createWechatAuthorisationUrl, fetchWechatVisitorId, GatewayRefusalError } from '#server/adapters/gateway/public.ts'
import type { WechatAccountSettings } from '#server/platform/core/wechat-account-settings.ts'
import { createWechatAccountCaller } from './account-calls.ts'
import { toTemplateValues, type WechatMessageFacts } from './template-values.ts'

/** The person does not follow the account any more, has refused it, or is unknown to it: another try would be refused as well. */
export class WechatReceiverRefusedError extends GatewayRefusalError {}

/** 不合法的 OpenID, 需要接收者关注 and 需要将接收者从黑名单中移除. */
const NO_RECEIVER = new Set(['40003', '43004', '43019'])

export interface WechatMessage extends WechatMessageFacts {
  /** Stays the same when the message is sent again, so that WeChat drops the second one for ten minutes. */
  id: string
  /** The receiver's id with the account (OpenID). */
  openid: string
  /** What it opens. */
  url: string
}

/** The mall's service account. Its errors name neither a token nor a person. */
export interface WechatAccount {
  /** WeChat's page that asks the visitor nothing and leads back to `returnUrl` with a code for who he is, and with `state`. */
  createAuthorisationUrl(way: { returnUrl: string; state: string }): string
  /** Exchanges such a code for the visitor's OpenID. Throws `GatewayRefusalError` for a code that is used, late or of nobody. */
  findVisitorId(code: string): Promise<string>
  /**
   * Whether a person follows the account: only then can it write to him. Throws `WechatReceiverRefusedError` if the account does not know this
   * OpenID, as after a change of the account.
   */
  isFollowedBy(openid: string, now: Date): Promise<boolean>
  /**
   * Throws `WechatReceiverRefusedError`, `GatewayRefusalError` with WeChat's code, or `GatewayOutcomeUnknownError`; after the latter the message may
   * have been sent.
   */
  send(message: WechatMessage, now: Date): Promise<void>
}

export function createWechatAccount(settings: WechatAccountSettings): WechatAccount {
  const call = createWechatAccountCaller(settings)
  const { appid, secret: appSecret, openBase, apiBase, templateId, fields } = settings
  const callAboutPerson: typeof call = async (path, request, now) => {
    try {
      return await call(path, request, now)
    } catch (error) {
      if (error instanceof GatewayRefusalError && NO_RECEIVER.has(error.code))
        throw new WechatReceiverRefusedError(error.code, '微信没有这个接收人')
      throw error
    }
  }
  return {
    createAuthorisationUrl: (way) => createWechatAuthorisationUrl({ appid, openBase }, way),
    findVisitorId: (code) => fetchWechatVisitorId({ appid, appSecret, apiBase }, code),
    async isFollowedBy(openid, now) {
      const { subscribe } = await callAboutPerson('/cgi-bin/user/info', { query: { openid, lang: 'zh_CN' } }, now)
      return subscribe === 1
    },
    async send({ id, openid, url, ...facts }, now) {
      const content = {
        touser: openid,
        template_id: templateId,
        url,
        client_msg_id: id,
        data: toTemplateValues(fields, facts),
      }
      await callAboutPerson('/cgi-bin/message/template/send', { content }, now)
    },
  }
}
