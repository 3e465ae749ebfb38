import { PORTS, type SettingTable } from './environment-setting.ts'

const PEM = 'as PEM text or the file that holds it'

/** The accounts with payment providers, and the port of the demo's own. Part of `environmentSettings`. */
export const paymentEnvironmentSettings = {
  WECHAT_MCHID: { what: 'merchant number with WeChat Pay v3', unset: 'the sandbox, in the demo' },
  WECHAT_APPID: { what: 'application id' },
  WECHAT_API_KEY: { what: 'the APIv3 key, 32 characters' },
  WECHAT_SERIAL: { what: "serial number of the merchant's certificate" },
  WECHAT_KEY: { what: `the merchant's private key, ${PEM}` },
  WECHAT_CERT: {
    what: `the merchant's certificate (apiclient_cert.pem), ${PEM}: \`mall_certificate_days_left\` says how long it is valid`,
    unset: 'its end is not watched',
  },
  WECHAT_PLATFORM_KEYS: { what: "the provider's public keys or certificates, `serial=file,serial=file`" },
  WECHAT_BASE: { what: "the provider's address, for its test system", initial: 'https://api.mch.weixin.qq.com' },
  WECHAT_H5: {
    what: '`1`: the merchant may use H5 payment, so the browser of a phone opens WeChat',
    unset: 'a phone shows a code, as a desktop does',
  },
  WECHAT_APP_SECRET: {
    what: 'the AppSecret of the service account (公众号) that `WECHAT_APPID` is, for payments inside WeChat; the address of the mall must be its 网页授权域名 and a 支付授权目录',
    unset: 'inside WeChat a code is shown, as on a desktop',
  },
  WECHAT_OPEN_BASE: { what: "WeChat's page that names who pays, for its test system", initial: 'https://open.weixin.qq.com' },
  WECHAT_API_BASE: { what: "WeChat's address for servers, for its test system", initial: 'https://api.weixin.qq.com' },
  ALIPAY_APP_ID: { what: 'application id with Alipay page pay', unset: 'not offered' },
  ALIPAY_SELLER_ID: { what: 'seller number' },
  ALIPAY_KEY: { what: `our private key, ${PEM}` },
  ALIPAY_PLATFORM_KEY: { what: `Alipay's public key, ${PEM}` },
  ALIPAY_BASE: { what: "the provider's address, for its test system", initial: 'https://openapi.alipay.com/gateway.do' },
  UNIONPAY_MER_ID: { what: "merchant number with UnionPay's gateway page", unset: 'the sandbox, in the demo' },
  UNIONPAY_CERT_ID: { what: "number of the merchant's certificate" },
  UNIONPAY_KEY: { what: `the merchant's private key, ${PEM}` },
  UNIONPAY_CERT: {
    what: `the merchant's certificate, ${PEM}: \`mall_certificate_days_left\` says how long it is valid`,
    unset: 'its end is not watched',
  },
  UNIONPAY_PLATFORM_KEYS: { what: "the provider's public keys or certificates, `number=file,number=file`" },
  UNIONPAY_BIZ_TYPE: { what: '`000201` cards, `000202` 企业网银', initial: '000202' },
  UNIONPAY_BASE: { what: "the provider's address, for its test system", initial: 'https://gateway.95516.com' },
  SANDBOX_PORT: {
    what: "port of the demo's own payment provider on loopback: a process that speaks WeChat Pay v3 and UnionPay, with pages to pay or refuse and `POST /faults`",
    unset: '`8090`, or a free one',
    bounds: PORTS,
  },
} as const satisfies SettingTable
