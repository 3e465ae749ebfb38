import type { contactEndpoints } from '#contract/people/channels/api.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { GatewayOutcomeUnknownError, GatewayRefusalError } from '#server/adapters/gateway/public.ts'
import type { WechatAccount } from '#server/adapters/wechat-account/public.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'
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

/** Exchanges the code for who has come back. Refuses WECHAT_VISITOR_UNKNOWN, and WECHAT_UNCLEAR if WeChat does not answer. */
async function requireVisitorId(account: WechatAccount, code: string): Promise<string> {
  try {
    return await account.findVisitorId(code)
  } catch (error) {
    if (error instanceof GatewayRefusalError) refuse('WECHAT_VISITOR_UNKNOWN')
    if (error instanceof GatewayOutcomeUnknownError) refuse('WECHAT_UNCLEAR')
    throw error
  }
}

/** Whether a person follows; undefined: WeChat does not say. */
async function findFollowing(account: WechatAccount, { now }: Moment, openid: string): Promise<boolean | undefined> {
  try {
    return await account.isFollowedBy(openid, now)
  } catch (error) {
    if (error instanceof GatewayRefusalError || error instanceof GatewayOutcomeUnknownError) return undefined
    throw error
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
  bindWechat: async ({ code, state }, { caller: { userId }, moment, write, writeSeparately }) => {
    const account = requireAccount(services)
    if (!isWechatStateOf(keys, moment, { userId, state })) refuse('WECHAT_VISITOR_UNKNOWN')
    await writeSeparately((tx) => consumeWechatTry(tx, moment, userId))
    const openid = await requireVisitorId(account, code)
    // Without an answer he counts as following: the first message shows it.
    const isFollowing = (await findFollowing(account, moment, openid)) ?? true
    await write((tx) => bindWechat(tx, moment, keys, { userId, openid, isFollowing }))
    return null
  },
  checkWechat: async (_, { db, caller: { userId }, moment, write, writeSeparately }) => {
    const account = requireAccount(services)
    const binding = (await findWechatBinding(db, keys, userId)) ?? refuse('WECHAT_UNBOUND')
    await writeSeparately((tx) => consumeWechatTry(tx, moment, userId))
    const isFollowing = (await findFollowing(account, moment, binding.openid)) ?? refuse('WECHAT_UNCLEAR')
    await write((tx) => markWechatFollowing(tx, moment, { userId, boundAt: binding.boundAt, isFollowing }))
    return { isFollowing }
  },
  unbindWechat: async (_, { caller: { userId }, moment, write }) => {
    await write((tx) => unbindWechat(tx, moment, userId))
    return null
  },
})
