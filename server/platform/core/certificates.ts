import { X509Certificate } from 'node:crypto'
import type { PaymentProviderSettings } from './provider-settings.ts'

/** A certificate whose end is watched. */
export interface WatchedCertificate {
  /** The setting that has it, and its number if the setting has several. */
  name: string
  endsAt: Date
}

/** A setting may also have a bare key, which has no end. */
const toWatchedCertificates = (pemsByName: Readonly<Record<string, string | undefined>>): WatchedCertificate[] =>
  Object.entries(pemsByName).flatMap(([name, pem]) =>
    pem?.includes('-----BEGIN CERTIFICATE-----') ? { name, endsAt: new X509Certificate(pem).validToDate } : [],
  )

const nameEach = (setting: string, pems: Readonly<Record<string, string>> = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(pems).map(([serial, pem]) => [`${setting} ${serial}`, pem]))

/** Lists the certificates of the accounts with payment providers. Throws for one that cannot be read. */
export const listCertificatesOfPaymentProviders = ({ wechat, alipay, card }: PaymentProviderSettings): WatchedCertificate[] =>
  toWatchedCertificates({
    WECHAT_CERT: wechat?.certificate,
    ...nameEach('WECHAT_PLATFORM_KEYS', wechat?.platformKeys),
    ALIPAY_PLATFORM_KEY: alipay?.alipayKey,
    UNIONPAY_CERT: card?.certificate,
    ...nameEach('UNIONPAY_PLATFORM_KEYS', card?.unionpayKeys),
  })
