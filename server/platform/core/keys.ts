import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { createSealer, type Sealer, type SealKey } from './sealing.ts'

/**
 * All keys of the server are derived from one secret of at least 32 bytes, one key for each purpose. The secret is not in the database, so
 * a copy of the database alone reveals no mobile number and allows no guessing of payment passwords. The secret can be changed: as long as
 * anything depends on the former secret, its keys are known as well.
 */
export interface Keys extends Sealer {
  /** A keyed digest of a value for one purpose: a blind index, or the digest of a short secret. */
  hmac(purpose: HmacPurpose, value: string): Buffer
  /** Digests by all secrets that may have made the digest that is looked for. The first is `hmac`. */
  hmacs(purpose: HmacPurpose, value: string): Buffer[]
  /** The digests under which a unique value is claimed: two during a change of the secret, so that servers with either secret find it. */
  claimHmacs(purpose: HmacPurpose, value: string): Buffer[]
  /** The tag of the secret that has made a long-lived digest: it precedes the digest. Empty for the first secret of a mall. */
  digestTag: Buffer
  /** The digest by the secret with a tag; undefined: its keys are not known. */
  hmacOfTag(tag: Buffer, purpose: HmacPurpose, value: string): Buffer | undefined
  /** The key of the order-number permutation. */
  orderNumber: Buffer
  /** The key of the permutation that makes the remark codes of bank transfers. */
  remarkCode: Buffer
  /** A digest of a constant. It shows whether the database was made with this secret. */
  secretCheck: Buffer
  /** The same for the second secret during a change of the secret. */
  otherSecretCheck: Buffer | undefined
  /** The same for each changeable key, by its id. */
  sealKeyChecks: ReadonlyMap<string, Buffer>
  /** The keys of this secret that are still needed after it was changed, in base64. */
  exportForLater(): FormerSecret
  /** The same of the second secret, if the exchange is given up; undefined: there is none. */
  exportOtherForLater(): FormerSecret | undefined
  /** Adds the keys of former secrets, oldest first. It is called once, before any lookup. */
  addFormer(former: readonly FormerSecret[]): void
}

export type HmacPurpose =
  | 'mobile'
  | 'captcha'
  | 'payPassword'
  | 'password'
  | 'email'
  | 'request'
  | 'smsCode'
  | 'mailCode'
  | 'wechatState'
  | 'creditCode'
  | 'idNumber'
  | 'device'
  | 'recoveryCode'
  | 'homePreview'
  | 'rate'
  | 'reading'
  | 'visitors'

export const SECRET_BYTES_MIN = 32

/** The purposes whose digests outlive a change of the secret: they can only be computed again from the value itself. */
const KEPT_PURPOSES = ['password', 'payPassword', 'recoveryCode', 'device', 'mobile', 'creditCode'] as const satisfies HmacPurpose[]

export interface FormerSecret {
  /** Eight hexadecimal digits. */
  id: string
  /** By purpose, in base64. */
  keys: Readonly<Record<string, string>>
}

const derive = (secret: Buffer, purpose: string): Buffer => Buffer.from(hkdfSync('sha256', secret, 'yanfeng-mall', purpose, 32))

const checkOf = (key: Buffer): Buffer => createHmac('sha256', derive(key, 'check')).update('yanfeng-mall').digest()

const TAG_BYTES = 4

/** The keys of one secret. */
interface SecretKeys {
  id: string
  keyFor(purpose: string): Buffer | undefined
}

/** Any key of a secret that this process has. */
interface WholeSecret extends SecretKeys {
  check: Buffer
  derive(purpose: string): Buffer
}

function keysOfSecret(secret: Buffer): WholeSecret {
  if (secret.length < SECRET_BYTES_MIN) throw new Error(`the secret needs at least ${SECRET_BYTES_MIN} bytes`)
  const purposes = new Map<string, Buffer>()
  const check = checkOf(secret)
  const keyFor = (purpose: string): Buffer => {
    const key = purposes.get(purpose) ?? derive(secret, purpose)
    purposes.set(purpose, key)
    return key
  }
  return {
    id: check.subarray(0, TAG_BYTES).toString('hex'),
    check,
    derive: keyFor,
    keyFor,
  }
}

const keysOfFormer = ({ id, keys }: FormerSecret): SecretKeys => {
  const known = new Map(Object.entries(keys).map(([purpose, text]) => [purpose, Buffer.from(text, 'base64')]))
  return { id, keyFor: (purpose) => known.get(purpose) }
}

/**
 * `sealKeys`: keys for sealing that can be changed separately, newest last. `other`: the next secret before a change, and the last one
 * after it. Digests by it are found, too.
 */
export function createKeys(secret: Buffer, sealKeys: readonly SealKey[] = [], other?: Buffer): Keys {
  const own = keysOfSecret(secret)
  const second = other && keysOfSecret(other)
  let former: SecretKeys[] = []
  /** The first secret of the mall. Its permutations are used for ever, and its digests have no tag. */
  const first = (): SecretKeys => former[0] ?? own
  const tagOf = ({ id }: SecretKeys): Buffer => (id === first().id ? Buffer.alloc(0) : Buffer.from(id, 'hex'))
  const all = (): SecretKeys[] => {
    const live = second ? [own, second] : [own]
    return [...live, ...former.filter(({ id }) => live.every((one) => one.id !== id))]
  }
  const digest = (from: SecretKeys, purpose: HmacPurpose, value: string): Buffer | undefined => {
    const key = from.keyFor(`hmac:${purpose}`)
    return key && createHmac('sha256', key).update(value).digest()
  }
  const permutation = (purpose: string): Buffer => first().keyFor(purpose) ?? own.derive(purpose)
  const exportOf = ({ id, derive: keyFor }: WholeSecret): FormerSecret => ({
    id,
    keys: {
      ...Object.fromEntries(KEPT_PURPOSES.map((purpose) => [`hmac:${purpose}`, keyFor(`hmac:${purpose}`).toString('base64')])),
      orderNumber: keys.orderNumber.toString('base64'),
      remarkCode: keys.remarkCode.toString('base64'),
    },
  })
  const keys: Keys = {
    hmac: (purpose, value) =>
      createHmac('sha256', own.derive(`hmac:${purpose}`))
        .update(value)
        .digest(),
    hmacs: (purpose, value) => all().flatMap((from) => digest(from, purpose, value) ?? []),
    claimHmacs: (purpose, value) => (second ? [own, second] : [own]).flatMap((from) => digest(from, purpose, value) ?? []),
    get digestTag() {
      return tagOf(own)
    },
    hmacOfTag(tag, purpose, value) {
      const from = all().find((one) => tagOf(one).equals(tag))
      return from && digest(from, purpose, value)
    },
    ...createSealer(
      own.derive('seal:k1'),
      sealKeys.map(({ id, key }) => ({ id, key: derive(key, 'seal') })),
    ),
    orderNumber: permutation('orderNumber'),
    remarkCode: permutation('remarkCode'),
    secretCheck: own.check,
    otherSecretCheck: second?.check,
    sealKeyChecks: new Map(sealKeys.map(({ id, key }) => [id, checkOf(key)])),
    exportForLater: () => exportOf(own),
    exportOtherForLater: () => second && exportOf(second),
    addFormer(known) {
      former = known.map(keysOfFormer)
      keys.orderNumber = permutation('orderNumber')
      keys.remarkCode = permutation('remarkCode')
    },
  }
  return keys
}

export const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest()

/** Compares two digests in constant time. */
export const areSameDigests = (left: Buffer, right: Buffer): boolean => left.length === right.length && timingSafeEqual(left, right)

/** Whether a digest was made from a value with any of the known secrets. */
export const isDigestOf = (keys: Keys, purpose: HmacPurpose, { value, digest }: { value: string; digest: Buffer }): boolean =>
  keys.hmacs(purpose, value).some((one) => areSameDigests(one, digest))

const DIGEST_BYTES = 32

/** A long-lived digest, preceded by the tag of its secret. */
export const computeTaggedDigest = (keys: Keys, purpose: HmacPurpose, value: string): Buffer =>
  Buffer.concat([keys.digestTag, keys.hmac(purpose, value)])

/** Whether a tagged digest was made from a value, and if so whether with the secret that this server writes with. */
export function compareTaggedDigest(
  keys: Keys,
  purpose: HmacPurpose,
  { value, digest }: { value: string; digest: Buffer },
): 'other' | 'current' | 'former' {
  const tag = digest.subarray(0, Math.max(0, digest.length - DIGEST_BYTES))
  const right = keys.hmacOfTag(tag, purpose, value)
  if (!right || !areSameDigests(right, digest.subarray(tag.length))) return 'other'
  return tag.equals(keys.digestTag) ? 'current' : 'former'
}
