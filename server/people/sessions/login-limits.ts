// Limits of password attempts. They are counted by the HMAC of a mobile number or e-mail address, whether it is registered or not, so a
// counter does not reveal who exists.
import { refuse } from '#contract/platform/core/refusals.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import type { ServerLimits } from '#server/platform/core/server-limits.ts'
import {
  createCountOnlyRateLimit,
  deleteRateCounter,
  deleteRateCountersOfSubject,
  type RateLimit,
  type RateLimitSubject,
  readRateCount,
  tightenRateLimitUnderLoad,
  tryConsumeRateLimit,
  undoRateLimitTry,
  WHOLE_MALL_SUBJECT,
} from '#server/platform/rate-limits/public.ts'

const MINUTE_MS = 60_000
const DAY_MS = 1_440 * MINUTE_MS
const CAPTCHA_FROM = 3
/** The daily limit of an address, as a multiple of its limit in ten minutes. */
const DAY_TO_WINDOW = 10

/** One attempt at an account's password. */
export interface LoginAttempt {
  /** The HMAC of the mobile number or e-mail address. */
  account: Buffer
  /** The device of the attempt if its user has logged in to this account on it; undefined: an unknown device. */
  device: string | undefined
  /** The key by which the address is counted. */
  address: string
  limits: Pick<ServerLimits, 'loginFailures' | 'mallLoginFailures'>
}

/** All failed attempts from unknown devices. */
const mall = createCountOnlyRateLimit('login mall', 10 * MINUTE_MS)
const account: RateLimit = { name: 'login account', max: 5, windowMs: 15 * MINUTE_MS, lockMs: 15 * MINUTE_MS }
const ACCOUNT_DAY = 'login account day'
/** The limit of an account: for unknown devices together, or for one known device. */
const accountDay = ({ device }: LoginAttempt): RateLimit => ({
  name: ACCOUNT_DAY,
  max: device === undefined ? 50 : 20,
  windowMs: DAY_MS,
})
const addressLimits = ({ limits: { loginFailures: max } }: LoginAttempt): [RateLimit, RateLimit] => [
  { name: 'login address', max, windowMs: 10 * MINUTE_MS, lockMs: 10 * MINUTE_MS },
  { name: 'login address day', max: max * DAY_TO_WINDOW, windowMs: DAY_MS },
]

const accountOf = ({ account: subject, device = '' }: LoginAttempt): RateLimitSubject => ({ subject, source: device })
const addressOf = (attempt: LoginAttempt): RateLimitSubject => ({ subject: Buffer.from(attempt.address) })

/**
 * Whether the next attempt needs a captcha: after three failures, and for unknown devices also while there are many failures in the whole
 * mall.
 */
export async function isCaptchaNeededForNextLogin(db: Db, moment: Moment, attempt: LoginAttempt): Promise<boolean> {
  if ((await readRateCount(db, moment, account, accountOf(attempt))) >= CAPTCHA_FROM) return true
  return attempt.device === undefined && (await readRateCount(db, moment, mall, WHOLE_MALL_SUBJECT)) >= attempt.limits.mallLoginFailures
}

/**
 * Counts an attempt as a failure before the password is compared, so that concurrent attempts cannot exceed the limit. While locked, it
 * refuses with the same text for right and wrong passwords. Unknown devices share one counter for each account and are also counted by
 * address; a known device has a counter of its own, so that strangers cannot lock the owner out.
 */
export async function countLoginAttemptAsFailure(tx: Tx, moment: Moment, attempt: LoginAttempt): Promise<void> {
  const { device, limits } = attempt
  if (!(await tryConsumeRateLimit(tx, moment, account, accountOf(attempt)))) refuse('LOGIN_LOCKED')
  if (!(await tryConsumeRateLimit(tx, moment, accountDay(attempt), accountOf(attempt))))
    refuse('LOGIN_LOCKED', { msg: '密码错误次数过多，请 24 小时后再试，或重设密码' })
  if (device !== undefined) return
  const [now, day] = addressLimits(attempt)
  const tightened = await tightenRateLimitUnderLoad(tx, moment, { limit: now, load: mall, from: limits.mallLoginFailures })
  for (const limit of [tightened, day])
    if (!(await tryConsumeRateLimit(tx, moment, limit, addressOf(attempt)))) refuse('LOGIN_ADDRESS_LOCKED')
}

async function uncountAddress(tx: Tx, attempt: LoginAttempt): Promise<void> {
  if (attempt.device !== undefined) return
  for (const limit of addressLimits(attempt)) await undoRateLimitTry(tx, limit, addressOf(attempt))
}

/** Removes an attempt from the count that was neither right nor wrong. Earlier failures still count. */
export async function undoLoginAttempt(tx: Tx, attempt: LoginAttempt): Promise<void> {
  for (const limit of [account, accountDay(attempt)]) await undoRateLimitTry(tx, limit, accountOf(attempt))
  await uncountAddress(tx, attempt)
}

/** Records that an attempt has failed. It stays counted, and counts for the whole mall, too. */
export async function countLoginFailureForWholeMall(tx: Tx, moment: Moment, { device }: LoginAttempt): Promise<void> {
  if (device === undefined) await tryConsumeRateLimit(tx, moment, mall, WHOLE_MALL_SUBJECT)
}

/** Records that an attempt was right: resets the counters of its device or address. Locks of others stay. */
export async function resetLoginCountersAfterSuccess(tx: Tx, attempt: LoginAttempt): Promise<void> {
  for (const limit of [account, accountDay(attempt)]) await deleteRateCounter(tx, limit, accountOf(attempt))
  await uncountAddress(tx, attempt)
}

/** Resets all counters of an account, because it has a new password. */
export async function resetAllLoginCountersOfAccount(tx: Tx, subject: Buffer): Promise<void> {
  for (const name of [account.name, ACCOUNT_DAY]) await deleteRateCountersOfSubject(tx, name, subject)
}
