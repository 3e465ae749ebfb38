const WECHAT = /MicroMessenger\//i
/** On a computer, and in 企业微信, WeChat's payment calls are not offered, and a person is seldom the one of his own WeChat. */
const NOT_ON_A_PHONE = /(?:Windows|Mac|Linux)Wechat|wxwork/i

export const isWechatOnComputerOrWork = (userAgent: string = navigator.userAgent): boolean => NOT_ON_A_PHONE.test(userAgent)

/** WeChat's own browser on a phone. */
export const isInsideWechat = (userAgent: string = navigator.userAgent): boolean =>
  WECHAT.test(userAgent) && !isWechatOnComputerOrWork(userAgent)

/** With what WeChat has led back here: who visits, and the state that we have sent it with. */
export interface WechatCodeAndState {
  code: string
  state: string
}

/** Splits WeChat's parameters off the query of an address; undefined: there are none. `rest` is the query without them. */
export function parseWechatAuthorisation(query: string): { authorisation: WechatCodeAndState; rest: string } | undefined {
  const given = new URLSearchParams(query)
  const [code, state] = [given.get('code'), given.get('state')]
  if (!code || !state) return undefined
  given.delete('code')
  given.delete('state')
  return { authorisation: { code, state }, rest: given.size === 0 ? '' : `?${given}` }
}

/**
 * Takes WeChat's parameters out of the address of this page, where they stand before the hash, so that nobody shares or reloads them. The
 * function of the prototype is used, because the router watches that of `history`.
 */
export function takeWechatAuthorisation(): WechatCodeAndState | undefined {
  const found = parseWechatAuthorisation(location.search)
  if (found === undefined) return undefined
  History.prototype.replaceState.call(history, history.state, '', `${location.pathname}${found.rest}${location.hash}`)
  return found.authorisation
}
