import { hash, verify } from '@node-rs/argon2'
import { countLoginAttempt, type LoginAttempt, undoLoginAttempt } from '#server/people/sessions/public.ts'
import { createConcurrencyLimiter } from '#server/platform/core/concurrency-limiter.ts'
import { type Db, inSeparateTransaction } from '#server/platform/core/db.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'

/** OWASP's least: 19 MiB, two passes. Two at once on two cores; a flood waits its turn or is told to come later, and others' turns come between. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const lane = createConcurrencyLimiter({ atOnce: 2, waiting: 64, waitingEach: 32 })

/** Keyed before it is hashed, so that a stolen table alone cannot be guessed at. */
const peppered = (keys: Keys, password: string): string => keys.hmac('password', password.normalize('NFC')).toString('base64')

/** A PHC string. `cost`: less only where nothing is protected. It stands in the string, so that to compare with it costs as little. */
export const hashPassword = (keys: Keys, password: string, cost: Readonly<typeof COST> = COST): Promise<string> =>
  lane.run(() => hash(peppered(keys, password), cost))

let dummy: string | undefined

/**
 * Whether a password is right. Without a hash (an unknown mobile, a person invited but not yet here) it takes just as long and is
 * wrong, so that neither answer nor time tells whether somebody exists.
 */
export async function verifyPassword(keys: Keys, stored: string | null, password: string): Promise<boolean> {
  dummy ??= await hash(peppered(keys, 'nobody has this password'), COST)
  const right = await lane.run(() => verify(stored ?? dummy ?? '', peppered(keys, password)))
  return right && stored !== null
}

/**
 * Compares a password as one try at an account: counted before it is looked at, and not at all where the server is too busy to look at it, which must
 * not lock anybody. What came of it the caller records. Refuses LOGIN_LOCKED, LOGIN_ADDRESS_LOCKED.
 */
export async function verifyPasswordAttempt(
  { db, moment, keys }: { db: Db; moment: Moment; keys: Keys },
  attempt: LoginAttempt,
  { stored, password }: { stored: string | null; password: string },
): Promise<boolean> {
  await inSeparateTransaction(db, (tx) => countLoginAttempt(tx, moment, attempt))
  return verifyPassword(keys, stored, password).catch(async (error: unknown) => {
    await inSeparateTransaction(db, (tx) => undoLoginAttempt(tx, attempt))
    throw error
  })
}
