import { createVerify, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PaymentSandboxCredentials } from '#sandbox/credentials.ts'
import type { NoticeSender } from '#sandbox/notices.ts'
import type { FileBackedProviderStore } from '#sandbox/provider-store.ts'
import {
  encryptWechatResourceAsProvider,
  signWechatResponseAsProvider,
  WECHAT_AUTHORIZATION_SCHEME,
} from '#server/adapters/gateway/wechat-signature.ts'

export interface PaymentSandbox {
  base: string
  store: FileBackedProviderStore
  credentials: PaymentSandboxCredentials
  notices: NoticeSender
  /** The ids that the merchant's server has asked for. An order of anybody else is refused. */
  openids: Set<string>
  now: () => Date
}

/** Formats a time of Asia/Shanghai as the provider does. */
export const formatRfc3339 = (at: Date): string => `${new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 19)}+08:00`
export const createNonce = (bytes: number): string => randomBytes(bytes).toString('hex')
/** A number of the provider: the day and digits. */
export const createProviderNumber = (prefix: string, now: Date): string =>
  `${prefix}${formatRfc3339(now).slice(0, 10).replaceAll('-', '')}${String(randomBytes(6).readUIntBE(0, 6)).padStart(15, '0')}`

/** Returns whether a request has a valid signature of our merchant. */
export function isSignedByMerchant(request: FastifyRequest, { credentials, now }: PaymentSandbox): boolean {
  const header = request.headers.authorization ?? ''
  if (!header.startsWith(`${WECHAT_AUTHORIZATION_SCHEME} `)) return false
  const given = Object.fromEntries([...header.matchAll(/\b(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]))
  if (given.mchid !== credentials.mchid || given.serial_no !== credentials.merchant.serial) return false
  if (Math.abs(now().getTime() / 1_000 - Number(given.timestamp)) > 300) return false
  const body = request.method === 'GET' ? '' : ((request.body as string | undefined) ?? '')
  const text = `${request.method}\n${request.url}\n${given.timestamp}\n${given.nonce_str}\n${body}\n`
  return createVerify('RSA-SHA256')
    .update(text, 'utf8')
    .verify(credentials.merchant.publicKey, Buffer.from(given.signature ?? '', 'base64'))
}

/** Answers with the provider's signature of the body. */
export function sendSignedReply(out: FastifyReply, { credentials, now }: PaymentSandbox, status: number, value?: object): FastifyReply {
  const [body, timestamp, nonce] = [value === undefined ? '' : JSON.stringify(value), Math.floor(now().getTime() / 1_000), createNonce(16)]
  return out
    .code(status)
    .headers({
      'wechatpay-timestamp': String(timestamp),
      'wechatpay-nonce': nonce,
      'wechatpay-serial': credentials.platform.serial,
      'wechatpay-signature': signWechatResponseAsProvider(body, { timestamp, nonce, key: credentials.platform.key }),
      'content-type': 'application/json; charset=utf-8',
    })
    .send(body)
}

/** Sends a notice to the merchant: encrypted with the shared key, signed, and with the time of the delivery. */
export function sendNoticeToMerchant(
  sandbox: PaymentSandbox,
  url: string,
  eventType: string,
  resource: (wrongAmount: boolean) => object,
): void {
  const { credentials, notices, now } = sandbox
  const id = createNonce(16)
  notices.send({
    url,
    make({ falsify, wrongAmount }) {
      const nonce = createNonce(6)
      const associated = eventType.split('.')[0]?.toLowerCase() ?? ''
      const ciphertext = encryptWechatResourceAsProvider(JSON.stringify(resource(wrongAmount)), {
        apiKey: credentials.apiKey,
        nonce,
        associated,
      })
      const body = JSON.stringify({
        id,
        create_time: formatRfc3339(now()),
        resource_type: 'encrypt-resource',
        event_type: eventType,
        summary: eventType,
        resource: { algorithm: 'AEAD_AES_256_GCM', ciphertext, nonce, associated_data: associated, original_type: associated },
      })
      const [timestamp, once] = [Math.floor(now().getTime() / 1_000), createNonce(16)]
      const signature = signWechatResponseAsProvider(falsify ? `${body} ` : body, { timestamp, nonce: once, key: credentials.platform.key })
      const headers = {
        'content-type': 'application/json',
        'wechatpay-timestamp': String(timestamp),
        'wechatpay-nonce': once,
        'wechatpay-serial': credentials.platform.serial,
        'wechatpay-signature': signature,
      }
      return { headers, body }
    },
  })
}
