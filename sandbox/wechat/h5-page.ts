import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { SandboxTrade } from '#sandbox/provider-store.ts'
import type { PaymentSandbox } from './protocol.ts'

/** The page that opens WeChat on a phone ends five minutes after it was handed out. */
const PAGE_MS = 5 * 60_000
export const H5_PATH = '/cgi-bin/mmpayweb-bin/checkmweb'

/** What an H5 order says of the payer's device. */
export interface H5Scene {
  payer_client_ip?: string
  h5_info?: { type?: string }
}

/** Returns whether an H5 order says from which device it is paid, as the provider requires. */
export const isH5Scene = ({ payer_client_ip = '', h5_info }: H5Scene): boolean =>
  isIP(payer_client_ip) !== 0 && ['Wap', 'iOS', 'Android'].includes(h5_info?.type ?? '')

/** Hands out the page of a trade for a phone: its address, and the trade with the time until which it can be opened. */
export function openH5Page({ base, now }: PaymentSandbox, trade: SandboxTrade): { trade: SandboxTrade; url: string } {
  const pageEndsAt = new Date(now().getTime() + PAGE_MS).toISOString()
  return { trade: { ...trade, pageEndsAt }, url: `${base}${H5_PATH}?prepay_id=${trade.code}&package=${trade.gatewayNo}` }
}

/** Returns whether an address is of the merchant's site: that to which it wants its notices. */
export const isMerchantUrl = (address: string | undefined, { notifyUrl }: SandboxTrade): boolean =>
  URL.parse(address ?? '')?.origin === URL.parse(notifyUrl)?.origin

/** Why the provider does not open its page: it was not reached from a page of the merchant, leads to another site, or is too old. */
export function findH5Fault(trade: SandboxTrade, request: FastifyRequest, { now }: PaymentSandbox): string | undefined {
  const { redirect_url } = request.query as { redirect_url?: string }
  if (!isMerchantUrl(request.headers.referer, trade)) return '商家参数格式有误，请联系商家解决'
  if (redirect_url !== undefined && !isMerchantUrl(redirect_url, trade)) return 'redirect_url 域名与商户配置不一致'
  return trade.pageEndsAt === undefined || new Date(trade.pageEndsAt) <= now() ? '支付请求已失效，请重新发起支付' : undefined
}
