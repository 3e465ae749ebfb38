import type { PaymentSandboxCredentials } from './credentials.ts'
import { toUnionpayMerchantId } from './unionpay-side.ts'

const pemOf = (key: { export(options: { type: 'pkcs8' | 'spki'; format: 'pem' }): string | Buffer }, type: 'pkcs8' | 'spki'): string =>
  String(key.export({ type, format: 'pem' }))

/** The settings of a mall that uses the sandbox as its providers. */
export function createMallSettingsForSandbox(credentials: PaymentSandboxCredentials, base: string) {
  const { merchant, platform, mchid, appid, apiKey, appSecret } = credentials
  const key = pemOf(merchant.key, 'pkcs8')
  const platformKeys = { [platform.serial]: pemOf(platform.publicKey, 'spki') }
  const open = { appSecret, openBase: base, apiBase: base }
  return {
    wechat: { mchid, appid, apiKey, serial: merchant.serial, key, platformKeys, base, h5: true, open },
    card: { merId: toUnionpayMerchantId(credentials), certId: merchant.serial, key, unionpayKeys: platformKeys, bizType: '000202', base },
  } as const
}
