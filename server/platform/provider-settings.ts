import { existsSync, readFileSync } from 'node:fs'

/** WeChat Pay v3, as the merchant platform gives it. Keys are PEM texts. */
export interface WechatSettings {
  mchid: string
  appid: string
  /** The APIv3 key, 32 characters. */
  apiKey: string
  serial: string
  key: string
  /** The provider's public keys by serial; both while it changes them. */
  platformKeys: Readonly<Record<string, string>>
  base: string
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
  unionpayKeys: Readonly<Record<string, string>>
  bizType: '000201' | '000202'
  base: string
}

/** An account with a provider of e-invoices. */
export interface InvoiceSettings {
  appKey: string
  secret: string
  base: string
}

/** The providers of online payment; one that is missing is not offered. */
export interface ProviderSettings {
  wechat?: WechatSettings
  alipay?: AlipaySettings
  card?: UnionpaySettings
}

type Env = Readonly<Record<string, string | undefined>>
type Fail = (message: string) => never

/** Reads settings that go together: all of them or none. */
function readSet<Name extends string>(env: Env, names: readonly Name[], { what, fail }: { what: string; fail: Fail }) {
  if (names.every((name) => !env[name])) return undefined
  const missing = names.find((name) => !env[name])
  if (missing) fail(`${what}的设置不完整：缺少 ${missing}`)
  return Object.fromEntries(names.map((name) => [name, env[name] ?? ''])) as Record<Name, string>
}

/** A key as PEM text, or the file that holds it. */
function pem(name: string, text: string, fail: Fail): string {
  const read = text.includes('-----BEGIN') ? text : existsSync(text) ? readFileSync(text, 'utf8') : ''
  return read.includes('-----BEGIN') ? read : fail(`${name} 应为 PEM 文本或其文件`)
}

/** serial=file,serial=file */
function pems(name: string, text: string, fail: Fail): Record<string, string> {
  const pairs = text.split(',').map((pair) => [pair.slice(0, pair.indexOf('=')).trim(), pair.slice(pair.indexOf('=') + 1).trim()] as const)
  if (pairs.some(([serial]) => serial === '')) fail(`${name} 应写作 序列号=文件，多个用逗号分隔`)
  return Object.fromEntries(pairs.map(([serial, file]) => [serial, pem(name, file, fail)]))
}

function readWechat(env: Env, fail: Fail): WechatSettings | undefined {
  const names = ['WECHAT_MCHID', 'WECHAT_APPID', 'WECHAT_API_KEY', 'WECHAT_SERIAL', 'WECHAT_KEY', 'WECHAT_PLATFORM_KEYS'] as const
  const set = readSet(env, names, { what: '微信支付', fail })
  if (!set) return undefined
  if (Buffer.byteLength(set.WECHAT_API_KEY) !== 32) fail('WECHAT_API_KEY 应为 32 个字符')
  return {
    ...{ mchid: set.WECHAT_MCHID, appid: set.WECHAT_APPID, apiKey: set.WECHAT_API_KEY, serial: set.WECHAT_SERIAL },
    key: pem('WECHAT_KEY', set.WECHAT_KEY, fail),
    platformKeys: pems('WECHAT_PLATFORM_KEYS', set.WECHAT_PLATFORM_KEYS, fail),
    base: env.WECHAT_BASE || 'https://api.mch.weixin.qq.com',
  }
}

function readAlipay(env: Env, fail: Fail): AlipaySettings | undefined {
  const set = readSet(env, ['ALIPAY_APP_ID', 'ALIPAY_SELLER_ID', 'ALIPAY_KEY', 'ALIPAY_PLATFORM_KEY'] as const, { what: '支付宝', fail })
  return (
    set && {
      ...{ appId: set.ALIPAY_APP_ID, sellerId: set.ALIPAY_SELLER_ID },
      ...{ key: pem('ALIPAY_KEY', set.ALIPAY_KEY, fail), alipayKey: pem('ALIPAY_PLATFORM_KEY', set.ALIPAY_PLATFORM_KEY, fail) },
      base: env.ALIPAY_BASE || 'https://openapi.alipay.com/gateway.do',
    }
  )
}

function readUnionpay(env: Env, fail: Fail): UnionpaySettings | undefined {
  const names = ['UNIONPAY_MER_ID', 'UNIONPAY_CERT_ID', 'UNIONPAY_KEY', 'UNIONPAY_PLATFORM_KEYS'] as const
  const set = readSet(env, names, { what: '银联', fail })
  if (!set) return undefined
  const bizType = env.UNIONPAY_BIZ_TYPE || '000202'
  if (bizType !== '000201' && bizType !== '000202') fail('UNIONPAY_BIZ_TYPE 应为 000201（银行卡）或 000202（企业网银）')
  return {
    ...{ merId: set.UNIONPAY_MER_ID, certId: set.UNIONPAY_CERT_ID, key: pem('UNIONPAY_KEY', set.UNIONPAY_KEY, fail) },
    unionpayKeys: pems('UNIONPAY_PLATFORM_KEYS', set.UNIONPAY_PLATFORM_KEYS, fail),
    bizType,
    base: env.UNIONPAY_BASE || 'https://gateway.95516.com',
  }
}

/** The providers that the environment names; `fail` throws its one clear line. Several keys of one provider go by serial. */
export function readProviders(env: Env, fail: Fail): ProviderSettings {
  const [wechat, alipay, card] = [readWechat(env, fail), readAlipay(env, fail), readUnionpay(env, fail)]
  return { ...(wechat && { wechat }), ...(alipay && { alipay }), ...(card && { card }) }
}

/** The provider of e-invoices that the environment names. */
export function readInvoiceProvider(env: Env, fail: Fail): InvoiceSettings | undefined {
  const set = readSet(env, ['EINVOICE_BASE', 'EINVOICE_APP_KEY', 'EINVOICE_SECRET'] as const, { what: '电子发票', fail })
  if (!set) return undefined
  if (!URL.canParse(set.EINVOICE_BASE)) fail('EINVOICE_BASE 应为网址')
  return { base: set.EINVOICE_BASE.replace(/\/+$/, ''), appKey: set.EINVOICE_APP_KEY, secret: set.EINVOICE_SECRET }
}
