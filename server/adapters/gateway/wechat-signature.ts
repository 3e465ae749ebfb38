import { createCipheriv, createDecipheriv, createSign, createVerify, type KeyObject } from 'node:crypto'
import { InvalidGatewayNotificationError } from './gateway.ts'

// WeChat Pay API v3: "Signature generation", "Signature verification", "Certificate and callback decryption".

export const WECHAT_AUTHORIZATION_SCHEME = 'WECHATPAY2-SHA256-RSA2048'
const FRESH_SECONDS = 300

export interface WechatSigningAccount {
  mchid: string
  serial: string
  key: KeyObject
}

/** Signs a text with the merchant's key, as WeChat Pay checks it: base64. */
export const signWechatText = (text: string, key: KeyObject): string => createSign('RSA-SHA256').update(text, 'utf8').sign(key, 'base64')

export interface UnsignedWechatRequest {
  method: 'GET' | 'POST'
  /** Path with its query. */
  target: string
  body: string
  timestamp: number
  nonce: string
}

/** The Authorization header of a request. */
export function createWechatAuthorizationHeader(
  { method, target, body, timestamp, nonce }: UnsignedWechatRequest,
  { mchid, serial, key }: WechatSigningAccount,
): string {
  const signature = signWechatText(`${method}\n${target}\n${timestamp}\n${nonce}\n${body}\n`, key)
  return `${WECHAT_AUTHORIZATION_SCHEME} mchid="${mchid}",nonce_str="${nonce}",signature="${signature}",timestamp="${timestamp}",serial_no="${serial}"`
}

/** Signs an answer as the provider does, for the sandbox and the tests. */
export const signWechatResponseAsProvider = (
  body: string,
  { timestamp, nonce, key }: { timestamp: number; nonce: string; key: KeyObject },
): string => signWechatText(`${timestamp}\n${nonce}\n${body}\n`, key)

export interface SignedWechatMessage {
  headers: Readonly<Record<string, string | undefined>>
  body: string
}

/**
 * Verifies the raw bytes of an answer or notification with the key of its serial number. Its time must be within five minutes. The provider
 * sometimes sends wrong signatures as a test, which are refused like any other.
 */
export function verifyWechatResponse({ headers, body }: SignedWechatMessage, keys: ReadonlyMap<string, KeyObject>, now: Date): void {
  const [timestamp, nonce, signature, serial] = ['timestamp', 'nonce', 'signature', 'serial'].map(
    (name) => headers[`wechatpay-${name}`] ?? '',
  )
  if (!timestamp || !/^\d{1,12}$/.test(timestamp)) throw new InvalidGatewayNotificationError('no timestamp')
  if (Math.abs(now.getTime() / 1_000 - Number(timestamp)) > FRESH_SECONDS) throw new InvalidGatewayNotificationError('stale timestamp')
  const key = keys.get(serial ?? '')
  if (!key) throw new InvalidGatewayNotificationError(`unknown serial ${serial}`)
  const right = createVerify('RSA-SHA256')
    .update(`${timestamp}\n${nonce}\n${body}\n`, 'utf8')
    .verify(key, Buffer.from(signature ?? '', 'base64'))
  if (!right) throw new InvalidGatewayNotificationError('wrong signature')
}

export interface EncryptedWechatResource {
  algorithm?: unknown
  ciphertext?: unknown
  nonce?: unknown
  associated_data?: unknown
}

const TAG_BYTES = 16
const NONCE_BYTES = 12

/** Decrypts the resource of a notification. Throws `InvalidGatewayNotificationError` for another algorithm, nonce or tag. */
export function decryptWechatResource({ algorithm, ciphertext, nonce, associated_data }: EncryptedWechatResource, apiKey: string): string {
  if (algorithm !== 'AEAD_AES_256_GCM' || typeof ciphertext !== 'string' || typeof nonce !== 'string')
    throw new InvalidGatewayNotificationError('unknown cipher')
  const sealed = Buffer.from(ciphertext, 'base64')
  if (Buffer.byteLength(nonce) !== NONCE_BYTES || sealed.length <= TAG_BYTES) throw new InvalidGatewayNotificationError('broken cipher')
  try {
    const decipher = createDecipheriv('aes-256-gcm', Buffer.from(apiKey, 'utf8'), nonce)
    decipher.setAAD(Buffer.from(typeof associated_data === 'string' ? associated_data : '', 'utf8'))
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
    return Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()]).toString('utf8')
  } catch {
    throw new InvalidGatewayNotificationError('broken cipher')
  }
}

/** Encrypts a resource as the provider does. */
export function encryptWechatResourceAsProvider(
  text: string,
  { apiKey, nonce, associated }: { apiKey: string; nonce: string; associated: string },
): string {
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(apiKey, 'utf8'), nonce)
  cipher.setAAD(Buffer.from(associated, 'utf8'))
  return Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64')
}
