import type { WechatBridgeCall } from '#contract/money/payments/api.ts'

interface Bridge {
  invoke(name: 'getBrandWCPayRequest', call: WechatBridgeCall, answered: (result: { err_msg?: string }) => void): void
}

declare global {
  interface Window {
    /** WeChat adds it to each page that it shows, a moment after the page has begun. */
    WeixinJSBridge?: Bridge
  }
}

/** How the person has left WeChat's sheet. Whether it is paid, only the server knows. */
export type WechatSheetResult = 'ok' | 'cancel' | 'fail'

const READY_MS = 5_000

/** Waits for the bridge; undefined: this page is not inside WeChat. */
function waitForBridge(): Promise<Bridge | undefined> {
  if (window.WeixinJSBridge !== undefined) return Promise.resolve(window.WeixinJSBridge)
  return new Promise((resolve) => {
    const found = () => resolve(window.WeixinJSBridge)
    document.addEventListener('WeixinJSBridgeReady', found, { once: true })
    setTimeout(found, READY_MS)
  })
}

/** Opens WeChat's sheet for a prepared payment, and returns how the person has left it. */
export async function openWechatSheet(call: WechatBridgeCall): Promise<WechatSheetResult> {
  const bridge = await waitForBridge()
  if (bridge === undefined) return 'fail'
  return new Promise((resolve) => {
    bridge.invoke('getBrandWCPayRequest', call, ({ err_msg = '' }) => {
      const result = err_msg.split(':')[1]
      resolve(result === 'ok' || result === 'cancel' ? result : 'fail')
    })
  })
}

/** With what WeChat has led back here: who pays, and the state that we have sent it with. */
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
