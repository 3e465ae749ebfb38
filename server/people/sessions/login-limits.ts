// How often somebody may try a password. Counted by the HMAC of a mobile or a mail address, whether anybody has it: a counter tells
// nothing about who exists.
import { refuse } from '#contract/platform/core/refusals.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import type { ServerLimits } from '#server/platform/core/server-limits.ts'
import {
  consumeRateLimit,
  createRateCounter,
  deleteRateCounter,
  deleteRateCountersOfSubject,
  getRateCount,
  type RateLimit,
  type Subject,
  tightenRateLimit,
  undoRateLimit,
  WHOLE_MALL,
} from '#server/platform/rate-limits/public.ts'

const MINUTE_MS = 60_000
const DAY_MS = 1_440 * MINUTE_MS
const CAPTCHA_FROM = 3
/** An address may fail so often a day, in multiples of what it may in ten minutes. */
const DAY_TO_WINDOW = 10

/** One try at an account's password. */
export interface LoginAttempt {
  /** The HMAC of the mobile or mail address. */
  account: Buffer
  /** The device that it comes from, when somebody has logged in to this account on it; undefined: a stranger's. */
  device: string | undefined
  /** What its address is counted by. */
  address: string
  limits: Pick<ServerLimits, 'loginFailures' | 'mallLoginFailures'>
}

/** All wrong tries of strangers. */
const mall = createRateCounter('login mall', 10 * MINUTE_MS)
const account: RateLimit = { name: 'login account', max: 5, windowMs: 15 * MINUTE_MS, lockMs: 15 * MINUTE_MS }
const ACCOUNT_DAY = 'login account day'
/** Of strangers, or of one known device. */
const accountDay = ({ device }: LoginAttempt): RateLimit => ({
  name: ACCOUNT_DAY,
  max: device === undefined ? 50 : 20,
  windowMs: DAY_MS,
})
const addressLimits = ({ limits: { loginFailures: max } }: LoginAttempt): [RateLimit, RateLimit] => [
  { name: 'login address', max, windowMs: 10 * MINUTE_MS, lockMs: 10 * MINUTE_MS },
  { name: 'login address day', max: max * DAY_TO_WINDOW, windowMs: DAY_MS },
]

const accountOf = ({ account: subject, device = '' }: LoginAttempt): Subject => ({ subject, source: device })
const addressOf = (attempt: LoginAttempt): Subject => ({ subject: Buffer.from(attempt.address) })

/** Whether the next try needs a picture answered: after three wrong ones, and of strangers whenever much goes wrong in the whole mall. */
export async function needsCaptcha(db: Db, moment: Moment, attempt: LoginAttempt): Promise<boolean> {
  if ((await getRateCount(db, moment, account, accountOf(attempt))) >= CAPTCHA_FROM) return true
  return attempt.device === undefined && (await getRateCount(db, moment, mall, WHOLE_MALL)) >= attempt.limits.mallLoginFailures
}

/**
 * Counts a try as a failure before the password is looked at, so that many tries at once cannot outrun the count. Refuses while it
 * is locked, with the same words whether the password was right. Strangers share one count of an account and are counted by address as well;
 * a known device has a count of its own, so that nobody locks an owner out.
 */
export async function countLoginAttempt(tx: Tx, moment: Moment, attempt: LoginAttempt): Promise<void> {
  const { device, limits } = attempt
  if (!(await consumeRateLimit(tx, moment, account, accountOf(attempt)))) refuse('LOGIN_LOCKED')
  if (!(await consumeRateLimit(tx, moment, accountDay(attempt), accountOf(attempt))))
    refuse('LOGIN_LOCKED', { msg: '密码错误次数过多，请 24 小时后再试，或重设密码' })
  if (device !== undefined) return
  const [now, day] = addressLimits(attempt)
  const tightened = await tightenRateLimit(tx, moment, { limit: now, load: mall, from: limits.mallLoginFailures })
  for (const limit of [tightened, day]) if (!(await consumeRateLimit(tx, moment, limit, addressOf(attempt)))) refuse('LOGIN_ADDRESS_LOCKED')
}

async function uncountAddress(tx: Tx, attempt: LoginAttempt): Promise<void> {
  if (attempt.device !== undefined) return
  for (const limit of addressLimits(attempt)) await undoRateLimit(tx, limit, addressOf(attempt))
}

/** A try turned out to be neither right nor wrong: it is as if it had not been. What failed before it still counts. */
export async function undoLoginAttempt(tx: Tx, attempt: LoginAttempt): Promise<void> {
  for (const limit of [account, accountDay(attempt)]) await undoRateLimit(tx, limit, accountOf(attempt))
  await uncountAddress(tx, attempt)
}

/** A try was wrong: it stays counted, and counts for the whole mall. */
export async function recordLoginFailure(tx: Tx, moment: Moment, { device }: LoginAttempt): Promise<void> {
  if (device === undefined) await consumeRateLimit(tx, moment, mall, WHOLE_MALL)
}

/** A try was right: nothing is held against whoever made it any more. Where others are locked they stay so. */
export async function clearLoginAttempts(tx: Tx, attempt: LoginAttempt): Promise<void> {
  for (const limit of [account, accountDay(attempt)]) await deleteRateCounter(tx, limit, accountOf(attempt))
  await uncountAddress(tx, attempt)
}

/** An account has a new password: nothing is held against anybody who comes with it. */
export async function clearLoginAttemptsOfAccount(tx: Tx, subject: Buffer): Promise<void> {
  for (const name of [account.name, ACCOUNT_DAY]) await deleteRateCountersOfSubject(tx, name, subject)
}
