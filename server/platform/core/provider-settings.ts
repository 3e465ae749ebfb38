import { X509Certificate } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import {
  ConfigError,
  type EnvVariables,
  parseUrlEnvironmentSetting,
  readAllOrNoneEnvironmentSettings,
  readTextEnvironmentSetting,
} from './env.ts'

/** WeChat Pay v3, with the names of its merchant platform. Keys are PEM texts. */
export interface WechatSettings {
  mchid: string
  appid: string
  /** The APIv3 key, 32 characters. */
  apiKey: string
  serial: string
  key: string
  /** The merchant's certificate of this serial number, to watch its end. */
  certificate?: string
  /** The provider's public keys by serial number. There are two during a key change. */
  platformKeys: Readonly<Record<string, string>>
  base: string
  /** The merchant may use H5 payment. */
  h5: boolean
  /** The service account (公众号) of `appid`, for payments inside WeChat. */
  open?: { appSecret: string; openBase: string; apiBase: string }
}

export interface AlipaySettings {
  appId: string
  sellerId: string
  key: string
  alipayKey: string
  base: string
}

export interface UnionpaySettings {
  merId: string
  certId: string
  key: string
  /** The merchant's certificate of this number, to watch its end. */
  certificate?: string
  unionpayKeys: Readonly<Record<string, string>>
  bizType: '000201' | '000202'
  base: string
}

/** An account with a provider of e-invoices. */
export interface InvoiceProviderSettings {
  appKey: string
  secret: string
  base: string
}

/** An account with 法大大 for electronic signatures, with the id of our own company there. */
export interface ESignatureAccount {
  appId: string
  appSecret: string
  openCorpId: string
  base: string
}

/** The payment providers. A missing one is not offered. */
export interface PaymentProviderSettings {
  wechat?: WechatSettings
  alipay?: AlipaySettings
  card?: UnionpaySettings
}

/** Reads a key: a PEM text, or the path of its file. */
function pem(name: string, text: string): string {
  const read = text.includes('-----BEGIN') ? text : existsSync(text) ? readFileSync(text, 'utf8') : ''
  if (!read.includes('-----BEGIN')) throw new ConfigError(`${name} 应为 PEM 文本或其文件`)
  return read
}

/** serial=file,serial=file */
function pems(name: string, text: string): Record<string, string> {
  const pairs = text.split(',').map((pair) => [pair.slice(0, pair.indexOf('=')).trim(), pair.slice(pair.indexOf('=') + 1).trim()] as const)
  if (pairs.some(([serial]) => serial === '')) throw new ConfigError(`${name} 应写作 序列号=文件，多个用逗号分隔`)
  return Object.fromEntries(pairs.map(([serial, file]) => [serial, pem(name, file)]))
}

/**
 * Reads the certificate of a merchant, if it is set. Refuses one with another number than the setting `by` has, so that not the end of a
 * wrong one is watched.
 */
function certificate(
  env: EnvVariables,
  name: 'WECHAT_CERT' | 'UNIONPAY_CERT',
  by: 'WECHAT_SERIAL' | 'UNIONPAY_CERT_ID',
): string | undefined {
  const text = env[name]
  if (!text) return undefined
  const read = pem(name, text)
  let serial = ''
  try {
    serial = new X509Certificate(read).serialNumber
  } catch {
    throw new ConfigError(`${name} 应为证书（-----BEGIN CERTIFICATE-----）`)
  }
  // WeChat writes the number in hexadecimal, UnionPay in decimal.
  const number = by === 'WECHAT_SERIAL' ? BigInt(`0x${serial}`).toString(16) : BigInt(`0x${serial}`).toString()
  const expected = (env[by] ?? '').toLowerCase()
  if (number.padStart(expected.length, '0') !== expected)
    throw new ConfigError(`${name} 的序列号与 ${by} 不同：证书是 ${number.toUpperCase()}`)
  return read
}

function readWechat(env: EnvVariables): WechatSettings | undefined {
  const names = ['WECHAT_MCHID', 'WECHAT_APPID', 'WECHAT_API_KEY', 'WECHAT_SERIAL', 'WECHAT_KEY', 'WECHAT_PLATFORM_KEYS'] as const
  const set = readAllOrNoneEnvironmentSettings(env, '微信支付', names)
  if (!set) return undefined
  const merchant = certificate(env, 'WECHAT_CERT', 'WECHAT_SERIAL')
  if (Buffer.byteLength(set.WECHAT_API_KEY) !== 32) throw new ConfigError('WECHAT_API_KEY 应为 32 个字符')
  return {
    mchid: set.WECHAT_MCHID,
    appid: set.WECHAT_APPID,
    apiKey: set.WECHAT_API_KEY,
    serial: set.WECHAT_SERIAL,
    key: pem('WECHAT_KEY', set.WECHAT_KEY),
    platformKeys: pems('WECHAT_PLATFORM_KEYS', set.WECHAT_PLATFORM_KEYS),
    base: parseUrlEnvironmentSetting('WECHAT_BASE', readTextEnvironmentSetting(env, 'WECHAT_BASE')),
    h5: env.WECHAT_H5 === '1',
    ...(merchant && { certificate: merchant }),
    ...(env.WECHAT_APP_SECRET && { open: readWechatOpen(env, env.WECHAT_APP_SECRET) }),
  }
}

const readWechatOpen = (env: EnvVariables, appSecret: string): NonNullable<WechatSettings['open']> => ({
  appSecret,
  openBase: parseUrlEnvironmentSetting('WECHAT_OPEN_BASE', readTextEnvironmentSetting(env, 'WECHAT_OPEN_BASE')),
  apiBase: parseUrlEnvironmentSetting('WECHAT_API_BASE', readTextEnvironmentSetting(env, 'WECHAT_API_BASE')),
})

function readAlipay(env: EnvVariables): AlipaySettings | undefined {
  const set = readAllOrNoneEnvironmentSettings(env, '支付宝', ['ALIPAY_APP_ID', 'ALIPAY_SELLER_ID', 'ALIPAY_KEY', 'ALIPAY_PLATFORM_KEY'])
  return (
    set && {
      appId: set.ALIPAY_APP_ID,
      sellerId: set.ALIPAY_SELLER_ID,
      key: pem('ALIPAY_KEY', set.ALIPAY_KEY),
      alipayKey: pem('ALIPAY_PLATFORM_KEY', set.ALIPAY_PLATFORM_KEY),
      base: parseUrlEnvironmentSetting('ALIPAY_BASE', readTextEnvironmentSetting(env, 'ALIPAY_BASE')),
    }
  )
}

function readUnionpay(env: EnvVariables): UnionpaySettings | undefined {
  const names = ['UNIONPAY_MER_ID', 'UNIONPAY_CERT_ID', 'UNIONPAY_KEY', 'UNIONPAY_PLATFORM_KEYS'] as const
  const set = readAllOrNoneEnvironmentSettings(env, '银联', names)
  if (!set) return undefined
  const merchant = certificate(env, 'UNIONPAY_CERT', 'UNIONPAY_CERT_ID')
  const bizType = readTextEnvironmentSetting(env, 'UNIONPAY_BIZ_TYPE')
  if (bizType !== '000201' && bizType !== '000202') throw new ConfigError('UNIONPAY_BIZ_TYPE 应为 000201（银行卡）或 000202（企业网银）')
  return {
    merId: set.UNIONPAY_MER_ID,
    certId: set.UNIONPAY_CERT_ID,
    key: pem('UNIONPAY_KEY', set.UNIONPAY_KEY),
    ...(merchant && { certificate: merchant }),
    unionpayKeys: pems('UNIONPAY_PLATFORM_KEYS', set.UNIONPAY_PLATFORM_KEYS),
    bizType,
    base: parseUrlEnvironmentSetting('UNIONPAY_BASE', readTextEnvironmentSetting(env, 'UNIONPAY_BASE')),
  }
}

/** Reads the payment providers from the environment. Several keys of one provider are named by serial number. */
export function readPaymentProviderSettings(env: EnvVariables): PaymentProviderSettings {
  const [wechat, alipay, card] = [readWechat(env), readAlipay(env), readUnionpay(env)]
  return { ...(wechat && { wechat }), ...(alipay && { alipay }), ...(card && { card }) }
}

/** Reads the e-invoice provider from the environment. */
export function readInvoiceProviderSettings(env: EnvVariables): InvoiceProviderSettings | undefined {
  const set = readAllOrNoneEnvironmentSettings(env, '电子发票', ['EINVOICE_BASE', 'EINVOICE_APP_KEY', 'EINVOICE_SECRET'])
  if (!set) return undefined
  return { base: parseUrlEnvironmentSetting('EINVOICE_BASE', set.EINVOICE_BASE), appKey: set.EINVOICE_APP_KEY, secret: set.EINVOICE_SECRET }
}

/** Reads the account for electronic signatures from the environment. */
export function readESignatureAccount(env: EnvVariables): ESignatureAccount | undefined {
  const set = readAllOrNoneEnvironmentSettings(env, '电子签章', ['FASC_APP_ID', 'FASC_APP_SECRET', 'FASC_OPEN_CORP_ID'])
  if (!set) return undefined
  return {
    appId: set.FASC_APP_ID,
    appSecret: set.FASC_APP_SECRET,
    openCorpId: set.FASC_OPEN_CORP_ID,
    base: parseUrlEnvironmentSetting('FASC_BASE', readTextEnvironmentSetting(env, 'FASC_BASE')),
  }
}
