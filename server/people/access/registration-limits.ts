// How many accounts can be registered from one address and one device, even with correct captchas and SMS codes.
import { refuse } from '#contract/platform/core/refusals.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import {
  createCountOnlyRateLimit,
  type RateLimit,
  type RateLimitSubject,
  readRateCount,
  tightenRateLimitUnderLoad,
  tryConsumeRateLimit,
  WHOLE_MALL_SUBJECT,
} from '#server/platform/rate-limits/public.ts'
import type { CredentialCallContext } from './change-credentials.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** All registrations. */
const inMall = createCountOnlyRateLimit('register mall', HOUR_MS)

type Registering = Pick<CredentialCallContext, 'moment' | 'visitor' | 'limits'>

/**
 * The limits of an address, which gets stricter with the number of registrations in the whole mall, and of a device; in the sequence in
 * which they are counted.
 */
async function limitsOf(db: Db, { moment, visitor, limits }: Registering): Promise<{ limit: RateLimit; whose: RateLimitSubject }[]> {
  const { registrations: max, mallRegistrations: from } = limits
  const address = { subject: Buffer.from(visitor.address) }
  const anHour = { name: 'register address', max, windowMs: HOUR_MS }
  const byAddress = [
    { limit: await tightenRateLimitUnderLoad(db, moment, { limit: anHour, load: inMall, from }), whose: address },
    { limit: { name: 'register address day', max: max * 3, windowMs: DAY_MS }, whose: address },
  ]
  if (visitor.deviceId === undefined) return byAddress
  const limit = { name: 'register device day', max: Math.ceil(max / 2), windowMs: DAY_MS }
  return [...byAddress, { limit, whose: { subject: Buffer.from(visitor.deviceId) } }]
}

/** Refuses if a limit is reached, before the SMS code is used up. */
export async function requireRegistrationLimitNotReached(db: Db, registration: Registering): Promise<void> {
  for (const { limit, whose: target } of await limitsOf(db, registration))
    if ((await readRateCount(db, registration.moment, limit, target)) >= limit.max) refuse('REGISTER_TOO_OFTEN')
}

/** Counts a registration before the password is hashed, because hashing is the expensive part. */
export async function consumeRegistrationLimit(tx: Tx, registration: Registering): Promise<void> {
  const { moment } = registration
  for (const { limit, whose: target } of await limitsOf(tx, registration))
    if (!(await tryConsumeRateLimit(tx, moment, limit, target))) refuse('REGISTER_TOO_OFTEN')
  await tryConsumeRateLimit(tx, moment, inMall, WHOLE_MALL_SUBJECT)
}
