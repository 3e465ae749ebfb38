import type { FastifyBaseLogger as Log } from 'fastify'
import type { contactEndpoints } from '#contract/people/channels/api.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { GatewayRefusalError, isGatewayError } from '#server/adapters/gateway/public.ts'
import { type WechatAccount, WechatReceiverRefusedError } from '#server/adapters/wechat-account/public.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import {
  bindWechat,
  consumeWechatTry,
  createWechatState,
  findWechatBinding,
  isWechatStateOf,
  markWechatFollowing,
  unbindWechat,
} from './wechat-binding.ts'

interface WechatDependencies {
  keys: Keys
  services: { wechatAccount: WechatAccount | undefined; publicUrl: string }
}

const requireAccount = ({ wechatAccount }: WechatDependencies['services']): WechatAccount => wechatAccount ?? refuse('WECHAT_OFF')

/** What WeChat says of the account itself: 凭据不对, AppSecret 不对, AppID 不合法. The visitor can do nothing about it. */
const ACCOUNT_REFUSED = new Set(['40001', '40013', '40125'])

/** Exchanges the code for who has come back. Refuses WECHAT_VISITOR_UNKNOWN, and WECHAT_UNCLEAR if WeChat does not answer or refuses the account. */
async function requireVisitorId(account: WechatAccount, code: string, log: Log): Promise<string> {
  try {
    return await account.findVisitorId(code)
  } catch (error) {
    if (!isGatewayError(error)) throw error
    log.warn({ err: error }, 'WeChat has not named a visitor')
    const isVisitorRefused = error instanceof GatewayRefusalError && !ACCOUNT_REFUSED.has(error.code)
    return refuse(isVisitorRefused ? 'WECHAT_VISITOR_UNKNOWN' : 'WECHAT_UNCLEAR')
  }
}

/** Whether a person follows; null: the account does not know him; undefined: WeChat does not say. */
async function findFollowing(
  account: WechatAccount,
  openid: string,
  { now, log }: { now: Date; log: Log },
): Promise<boolean | null | undefined> {
  try {
    return await account.isFollowedBy(openid, now)
  } catch (error) {
    if (!isGatewayError(error)) throw error
    log.warn({ err: error }, 'WeChat does not say whether a person follows')
    return error instanceof WechatReceiverRefusedError ? null : undefined
  }
}

/** The calls about the WeChat of a buyer. */
export const createWechatHandlers = ({
  keys,
  services,
}: WechatDependencies): Pick<Handlers<typeof contactEndpoints>, 'wechatPage' | 'bindWechat' | 'checkWechat' | 'unbindWechat'> => ({
  wechatPage: async (_, { caller: { userId }, moment }) => {
    const state = createWechatState(keys, moment, userId)
    return { url: requireAccount(services).createAuthorisationUrl({ returnUrl: `${services.publicUrl}/#/setting`, state }) }
  },
  bindWechat: async ({ code, state }, { caller: { userId }, moment, log, write, writeSeparately }) => {
    const account = requireAccount(services)
    if (!isWechatStateOf(keys, moment, { userId, state })) refuse('WECHAT_VISITOR_UNKNOWN')
    await writeSeparately((tx) => consumeWechatTry(tx, moment, userId))
    const openid = await requireVisitorId(account, code, log)
    // Without an answer he counts as following: the first message shows it.
    const isFollowing = (await findFollowing(account, openid, { now: moment.now, log })) ?? true
    await write((tx) => bindWechat(tx, moment, keys, { userId, openid, isFollowing }))
    return null
  },
  checkWechat: async (_, { db, caller: { userId }, moment, log, write, writeSeparately }) => {
    const account = requireAccount(services)
    const binding = (await findWechatBinding(db, keys, userId)) ?? refuse('WECHAT_UNBOUND')
    await writeSeparately((tx) => consumeWechatTry(tx, moment, userId))
    const isFollowing = await findFollowing(account, binding.openid, { now: moment.now, log })
    if (isFollowing === undefined) refuse('WECHAT_UNCLEAR')
    // The mall has another account than the one he was bound with: he binds his WeChat again.
    if (isFollowing === null) {
      await writeSeparately((tx) => unbindWechat(tx, moment, userId))
      return refuse('WECHAT_UNBOUND')
    }
    await write((tx) => markWechatFollowing(tx, moment, { userId, boundAt: binding.boundAt, isFollowing }))
    return { isFollowing }
  },
  unbindWechat: async (_, { caller: { userId }, moment, write }) => {
    await write((tx) => unbindWechat(tx, moment, userId))
    return null
  },
})
