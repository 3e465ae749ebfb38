import { hash, verify } from '@node-rs/argon2'
import { countLoginAttemptAsFailure, type LoginAttempt, undoLoginAttempt } from '#server/people/sessions/public.ts'
import { createConcurrencyLimiter } from '#server/platform/core/concurrency-limiter.ts'
import { type Db, runInSeparateTransaction } from '#server/platform/core/db.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'

/**
 * The minimum that OWASP recommends: 19 MiB, two passes. Two passwords are hashed at once; others wait in turn, by caller, or are refused
 * when too many wait.
 */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const lane = createConcurrencyLimiter({ concurrency: 2, queueMax: 64, queueMaxPerOwner: 32 })

/**
 * Applies an HMAC before hashing, so that a stolen table is not enough to guess passwords. The string that is stored begins with the tag of
 * the secret that the HMAC was made with, unless it is the first one of the mall.
 */
const peppered = (keys: Keys, password: string, tag = keys.digestTag): string | undefined =>
  keys.hmacOfTag(tag, 'password', password.normalize('NFC'))?.toString('base64')

const formatTag = (tag: Buffer): string => (tag.length === 0 ? '' : `#${tag.toString('hex')}`)

const parseTag = (stored: string): { tag: Buffer; phc: string } => {
  const [, tag = '', phc = stored] = /^#([0-9a-f]{8})(.*)$/.exec(stored) ?? []
  return { tag: Buffer.from(tag, 'hex'), phc }
}

/**
 * Hashes a password to a PHC string. A lower `cost` is only for accounts without protection (demo and tests). It is part of the string, so
 * that verifying costs the same.
 */
export const hashPassword = (keys: Keys, password: string, cost: Readonly<typeof COST> = COST): Promise<string> =>
  lane.run(async () => formatTag(keys.digestTag) + (await hash(peppered(keys, password) ?? '', cost)))

let dummy: string | undefined

/**
 * Verifies a password. Without a stored hash (unknown mobile number, or an invited person) it takes the same time and returns false, so
 * that neither the answer nor its time reveals whether a user exists.
 */
export async function verifyPassword(keys: Keys, stored: string | null, password: string): Promise<boolean> {
  dummy ??= await hash(peppered(keys, 'nobody has this password') ?? '', COST)
  const { tag, phc } = parseTag(stored ?? dummy)
  const given = peppered(keys, password, tag)
  const right = await lane.run(() => verify(phc, given ?? ''))
  return right && given !== undefined && stored !== null
}

/**
 * Verifies a password as one login attempt, whose result the caller records. The attempt is counted before the comparison, but not if the
 * server is too busy to compare, because that must not lock anybody out. Refuses LOGIN_LOCKED, LOGIN_ADDRESS_LOCKED.
 */
export async function countAttemptAndVerifyPassword(
  { db, moment, keys }: { db: Db; moment: Moment; keys: Keys },
  attempt: LoginAttempt,
  { stored, password }: { stored: string | null; password: string },
): Promise<boolean> {
  await runInSeparateTransaction(db, (tx) => countLoginAttemptAsFailure(tx, moment, attempt))
  return verifyPassword(keys, stored, password).catch(async (error: unknown) => {
    await runInSeparateTransaction(db, (tx) => undoLoginAttempt(tx, attempt))
    throw error
  })
}
