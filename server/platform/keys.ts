import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { Moment } from './moment.ts'

/**
 * Every key of the server is derived from one secret of at least 32 bytes, each for one purpose, so that none serves two ends.
 * The secret lives outside the database: whoever copies the database alone can read no mobile and guess no payment password.
 */
export interface Keys {
  /** A keyed digest of a value for one purpose: a blind index, or the digest of a short secret. */
  hmac(purpose: HmacPurpose, value: string): Buffer
  /** Seals a text for one place; moved to another row or column it cannot be opened. */
  seal(moment: Moment, place: string, text: string): Buffer
  open(place: string, sealed: Buffer): string
  /** The key of the order-number permutation. */
  orderNumber: Buffer
}

export type HmacPurpose = 'mobile' | 'captcha' | 'payPassword' | 'password' | 'email' | 'request' | 'smsCode' | 'creditCode'

export const SECRET_BYTES_MIN = 32
const FORMAT = 1
const NONCE_BYTES = 12
const TAG_BYTES = 16

const derive = (secret: Buffer, purpose: string): Buffer => Buffer.from(hkdfSync('sha256', secret, 'yanfeng-mall', purpose, 32))

export function keysFrom(secret: Buffer): Keys {
  if (secret.length < SECRET_BYTES_MIN) throw new Error(`the secret needs at least ${SECRET_BYTES_MIN} bytes`)
  const purposes = new Map<string, Buffer>()
  const keyFor = (purpose: string) => {
    const key = purposes.get(purpose) ?? derive(secret, purpose)
    purposes.set(purpose, key)
    return key
  }
  return {
    hmac: (purpose, value) =>
      createHmac('sha256', keyFor(`hmac:${purpose}`))
        .update(value)
        .digest(),
    seal(moment, place, text) {
      const nonce = moment.bytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', keyFor('seal:k1'), nonce).setAAD(Buffer.from(place))
      return Buffer.concat([Buffer.from([FORMAT]), nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
    },
    open(place, sealed) {
      if (sealed[0] !== FORMAT) throw new Error('sealed with a format that this server does not know')
      const nonce = sealed.subarray(1, 1 + NONCE_BYTES)
      const decipher = createDecipheriv('aes-256-gcm', keyFor('seal:k1'), nonce).setAAD(Buffer.from(place))
      decipher.setAuthTag(sealed.subarray(sealed.length - TAG_BYTES))
      const body = sealed.subarray(1 + NONCE_BYTES, sealed.length - TAG_BYTES)
      return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
    },
    orderNumber: keyFor('orderNumber'),
  }
}

export const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest()

/** Compares two digests in the same time whatever they hold. */
export const sameDigest = (left: Buffer, right: Buffer): boolean => left.length === right.length && timingSafeEqual(left, right)
