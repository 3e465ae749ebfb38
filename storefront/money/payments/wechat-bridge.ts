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
