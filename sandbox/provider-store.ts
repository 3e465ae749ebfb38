import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'

export type SandboxTradeState = 'NOTPAY' | 'SUCCESS' | 'CLOSED' | 'REFUND'

/** A charge as the provider stores it. Amounts are in fen, times in ISO 8601. */
export interface SandboxTrade {
  scheme: 'wechat' | 'unionpay'
  outTradeNo: string
  code: string
  /** Of WeChat Pay: a code to scan, a page that opens WeChat on a phone, or a payment inside WeChat. */
  tradeType?: 'NATIVE' | 'MWEB' | 'JSAPI'
  /** Who pays inside WeChat. */
  openid?: string
  /** Until when the page for a phone can be opened. */
  pageEndsAt?: string
  gatewayNo: string
  amount: number
  title: string
  state: SandboxTradeState
  expiresAt: string
  paidAt?: string
  notifyUrl: string
  returnUrl?: string
  refunds: SandboxRefund[]
}

export interface SandboxRefund {
  outRefundNo: string
  gatewayNo: string
  amount: number
  state: 'PROCESSING' | 'SUCCESS'
  at: string
  notifyUrl?: string
}

/** The provider's data, in a file that survives a restart. */
export interface FileBackedProviderStore {
  find(outTradeNo: string): SandboxTrade | undefined
  findByCode(code: string): SandboxTrade | undefined
  findRefund(outRefundNo: string): { trade: SandboxTrade; refund: SandboxRefund } | undefined
  all(): readonly SandboxTrade[]
  /** Changes or adds a trade, and writes the file before it returns. */
  save(trade: SandboxTrade): void
}

export function openProviderStore(folder: string): FileBackedProviderStore {
  const file = path.join(folder, 'trades.json')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const trades = new Map<string, SandboxTrade>(existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as [string, SandboxTrade][]) : [])
  return {
    find: (outTradeNo) => trades.get(outTradeNo),
    findByCode: (code) => [...trades.values()].find((trade) => trade.code === code),
    findRefund(outRefundNo) {
      for (const trade of trades.values()) {
        const refund = trade.refunds.find((one) => one.outRefundNo === outRefundNo)
        if (refund) return { trade, refund }
      }
      return undefined
    },
    all: () => [...trades.values()],
    save(trade) {
      trades.set(trade.outTradeNo, trade)
      writeFileSync(`${file}.new`, JSON.stringify([...trades]), { flush: true })
      renameSync(`${file}.new`, file)
    },
  }
}
