import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { SandboxTrade } from '#sandbox/provider-store.ts'
import { noPaymentFaults } from '#sandbox/sandbox.ts'
import { startPaymentSandboxProcess } from '#tools/sandbox-process.ts'

export interface PaymentStartAnswer {
  show: string
  codeUrl?: string
  url?: string
}

/** The sandbox provider as a process of its own, which is never killed, because the outside world continues. */
export interface SandboxProvider {
  /** Settings for the server's environment. */
  env: Record<string, string>
  /** The buyer's action at the provider. */
  answerPayment(invitation: PaymentStartAnswer | null, answer: 'pay' | 'refuse'): Promise<void>
  /**
   * Enables or disables the faults: from now on notices are lost, late, duplicated, out of order and falsified, and a part of the requests for refunds
   * are not heard.
   */
  setFaults(yes: boolean): Promise<void>
  /** The payments and refunds in the provider's own data. */
  trades(): SandboxTrade[]
  stop(): void
}

const FAULTS = { lose: 0.1, double: 0.4, reorder: 0.2, delayMs: 150, falsify: 0.05, wrongAmount: 0, deaf: 0.2 }

const pairs = (keys: Readonly<Record<string, string>>) =>
  Object.entries(keys)
    .map(([serial, key]) => `${serial}=${key}`)
    .join(',')

/** Starts it in a folder. `publicUrl` is the URL of the mall for notices. */
export async function startSandboxProvider(folder: string, publicUrl: string): Promise<SandboxProvider> {
  const { settings, stop } = await startPaymentSandboxProcess(folder, 0)
  const { wechat, card } = settings
  if (!wechat || !card) throw new Error('the sandbox offers less than it did')
  const { base } = wechat
  return {
    env: {
      PUBLIC_URL: publicUrl,
      WECHAT_BASE: base,
      WECHAT_H5: '1',
      WECHAT_APP_SECRET: wechat.open?.appSecret ?? '',
      WECHAT_OPEN_BASE: base,
      WECHAT_API_BASE: base,
      UNIONPAY_BASE: base,
      WECHAT_MCHID: wechat.mchid,
      WECHAT_APPID: wechat.appid,
      WECHAT_API_KEY: wechat.apiKey,
      WECHAT_SERIAL: wechat.serial,
      WECHAT_KEY: wechat.key,
      WECHAT_PLATFORM_KEYS: pairs(wechat.platformKeys),
      UNIONPAY_MER_ID: card.merId,
      UNIONPAY_CERT_ID: card.certId,
      UNIONPAY_KEY: card.key,
      UNIONPAY_BIZ_TYPE: card.bizType,
      UNIONPAY_PLATFORM_KEYS: pairs(card.unionpayKeys),
    },
    async answerPayment(invitation, answer) {
      // A page of the mall links to the provider's page. While the mall is down, nobody reaches it.
      await fetch(invitation?.codeUrl ?? invitation?.url ?? '')
        .then((page) => fetch(page.url, { method: 'POST', body: `answer=${answer}` }))
        .then((response) => response.text())
        .catch(() => {})
    },
    async setFaults(yes) {
      await fetch(`${base}/faults`, { method: 'POST', body: JSON.stringify(yes ? FAULTS : noPaymentFaults) })
    },
    trades: () =>
      (JSON.parse(readFileSync(path.join(folder, 'sandbox', 'trades.json'), 'utf8')) as [string, SandboxTrade][]).map(([, trade]) => trade),
    stop,
  }
}
