import { createPrivateKey, createPublicKey, type KeyObject, randomBytes } from 'node:crypto'
import type { PaymentProviderSettings } from '#server/platform/core/provider-settings.ts'
import { createAlipayGateway } from './alipay.ts'
import type { GatewayChannel, PaymentGateway } from './gateway.ts'
import { createUnionpayGateway } from './unionpay.ts'
import { createWechatGateway } from './wechat.ts'

/** The providers with an account, by channel. */
export type PaymentGatewaysByChannel = ReadonlyMap<GatewayChannel, PaymentGateway>

const publicKeys = (pems: Readonly<Record<string, string>>): Map<string, KeyObject> =>
  new Map(Object.entries(pems).map(([serial, pem]) => [serial, createPublicKey(pem)]))

/** Opens a gateway for each provider in the settings. Throws for an invalid key. */
export function openPaymentGateways({ wechat, alipay, card }: PaymentProviderSettings): PaymentGatewaysByChannel {
  const gateways: PaymentGateway[] = []
  if (wechat) {
    const keys = { key: createPrivateKey(wechat.key), platformKeys: publicKeys(wechat.platformKeys) }
    gateways.push(createWechatGateway({ ...wechat, ...keys, open: wechat.open, nonce: () => randomBytes(16).toString('hex') }))
  }
  if (alipay)
    gateways.push(createAlipayGateway({ ...alipay, key: createPrivateKey(alipay.key), alipayKey: createPublicKey(alipay.alipayKey) }))
  if (card) gateways.push(createUnionpayGateway({ ...card, key: createPrivateKey(card.key), unionpayKeys: publicKeys(card.unionpayKeys) }))
  return new Map(gateways.map((gateway) => [gateway.channel, gateway]))
}
