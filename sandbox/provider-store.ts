import { openRowsFile, type RowsFile } from './rows-file.ts'

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

/** The provider's data: trades by their `outTradeNo`. */
export interface FileBackedProviderStore extends RowsFile<SandboxTrade> {
  findByCode(code: string): SandboxTrade | undefined
  findRefund(outRefundNo: string): { trade: SandboxTrade; refund: SandboxRefund } | undefined
}

export function openProviderStore(folder: string): FileBackedProviderStore {
  const trades = openRowsFile<SandboxTrade>(folder, 'trades.json', ({ outTradeNo }) => outTradeNo)
  return Object.assign(trades, {
    findByCode: (code: string) => trades.all().find((trade) => trade.code === code),
    findRefund(outRefundNo: string) {
      for (const trade of trades.all()) {
        const refund = trade.refunds.find((one) => one.outRefundNo === outRefundNo)
        if (refund) return { trade, refund }
      }
      return undefined
    },
  })
}
