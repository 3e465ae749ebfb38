import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { createSealing, type Sealing, type SealKey } from './sealing.ts'

/**
 * All keys of the server are derived from one secret of at least 32 bytes, one key for each purpose. The secret is not in the database, so
 * a copy of the database alone reveals no mobile number and allows no guessing of payment passwords.
 */
export interface Keys extends Sealing {
  /** A keyed digest of a value for one purpose: a blind index, or the digest of a short secret. */
  hmac(purpose: HmacPurpose, value: string): Buffer
  /** The key of the order-number permutation. */
  orderNumber: Buffer
  /** The key of the permutation that makes the remark codes of bank transfers. */
  remarkCode: Buffer
  /** A digest of a constant. It shows whether the secret is the one that the database was made with. */
  secretCheck: Buffer
  /** The same for each exchangeable key, by its id. */
  sealKeyChecks: ReadonlyMap<string, Buffer>
}

export type HmacPurpose =
  | 'mobile'
  | 'captcha'
  | 'payPassword'
  | 'password'
  | 'email'
  | 'request'
  | 'smsCode'
  | 'creditCode'
  | 'idNumber'
  | 'device'
  | 'recoveryCode'
  | 'homePreview'
  | 'rate'

export const SECRET_BYTES_MIN = 32

const derive = (secret: Buffer, purpose: string): Buffer => Buffer.from(hkdfSync('sha256', secret, 'yanfeng-mall', purpose, 32))

const checkOf = (key: Buffer): Buffer => createHmac('sha256', derive(key, 'check')).update('yanfeng-mall').digest()

/**
 * `sealKeys`: seal keys that can be exchanged, the newest last. The secret itself cannot be exchanged, because its digests are used to look
 * up rows.
 */
export function createKeys(secret: Buffer, sealKeys: readonly SealKey[] = []): Keys {
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
    ...createSealing(
      keyFor('seal:k1'),
      sealKeys.map(({ id, key }) => ({ id, key: derive(key, 'seal') })),
    ),
    orderNumber: keyFor('orderNumber'),
    remarkCode: keyFor('remarkCode'),
    secretCheck: checkOf(secret),
    sealKeyChecks: new Map(sealKeys.map(({ id, key }) => [id, checkOf(key)])),
  }
}

export const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest()

/** Compares two digests in constant time. */
export const areSameDigests = (left: Buffer, right: Buffer): boolean => left.length === right.length && timingSafeEqual(left, right)
