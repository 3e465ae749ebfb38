import { randomFillSync } from 'node:crypto'

/**
 * The current time and a source of random values. Everything that needs them gets a `Moment`, so that tests can set the clock. No other
 * file reads the machine's clock or random source.
 */
export interface Moment {
  now: Date
  /** Creates a UUIDv7 of this time. Later ids sort later. */
  newId(): string
  /** Cryptographically random bytes. */
  bytes(count: number): Buffer
}

export type Clock = () => Date
export const systemClock: Clock = () => new Date()

/** Monotonic milliseconds for measuring durations. They are not related to the time of day. */
export const monotonicNowMs = (): number => performance.now()

/** A clock with the same zero for all threads of the process, so that one thread can tell how long ago another has written. */
export const monotonicNowMsAcrossThreads = (): number => Number(process.hrtime.bigint() / 1_000_000n)

const POOL_BYTES = 8_192
const pool = Buffer.allocUnsafe(POOL_BYTES)
let used = POOL_BYTES

/** Reads randomness in large blocks, so that few bytes need no system call of their own. */
function randomBytes(count: number): Buffer {
  if (count > POOL_BYTES / 4) return randomFillSync(Buffer.allocUnsafe(count))
  if (used + count > POOL_BYTES) {
    randomFillSync(pool)
    used = 0
  }
  used += count
  return Buffer.from(pool.subarray(used - count, used))
}

const COUNTER_MAX = 0xfff
let latestMs = 0
let counter = 0
/** The latest time as the first two parts of an id. */
let timeParts = '00000000-0000'

/** The hexadecimal digits of the random half of an id. */
const RANDOM_DIGITS = 16
/** Random bytes with the bits of the variant, as hexadecimal digits: one conversion for a thousand ids. */
let digits = ''
let usedDigits = 0

function refillDigits(): void {
  const bytes = randomFillSync(Buffer.allocUnsafe(POOL_BYTES))
  for (let at = 0; at < POOL_BYTES; at += RANDOM_DIGITS / 2) bytes[at] = 0x80 | ((bytes[at] ?? 0) & 0x3f)
  digits = bytes.toString('hex')
  usedDigits = 0
}

function randomParts(): string {
  if (usedDigits === digits.length) refillDigits()
  const from = usedDigits
  usedDigits += RANDOM_DIGITS
  return `${digits.slice(from, from + 4)}-${digits.slice(from + 4, usedDigits)}`
}

function setLatest(ms: number): void {
  latestMs = ms
  counter = 0
  const hex = ms.toString(16).padStart(12, '0')
  timeParts = `${hex.slice(0, 8)}-${hex.slice(8)}`
}

/** Milliseconds plus a 12-bit counter, so that ids of one process sort in order even within one millisecond (RFC 9562 §6.2). */
function uuidV7(at: number): string {
  if (at > latestMs) setLatest(at)
  else if (counter++ === COUNTER_MAX) setLatest(latestMs + 1)
  return `${timeParts}-${(0x7000 | counter).toString(16)}-${randomParts()}`
}

export const createMoment = (now: Date): Moment => ({ now, newId: () => uuidV7(now.getTime()), bytes: randomBytes })
