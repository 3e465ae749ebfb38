import { randomFillSync } from 'node:crypto'
import { uuidFromBytes } from './uuid-bytes.ts'

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

/** Reads randomness in large blocks: one system call for some hundred ids. */
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

/** Milliseconds plus a 12-bit counter, so that ids of one process sort in order even within one millisecond (RFC 9562 §6.2). */
function uuidV7(at: number): string {
  if (at > latestMs) {
    latestMs = at
    counter = 0
  } else if (counter++ === COUNTER_MAX) {
    latestMs++
    counter = 0
  }
  const bytes = randomBytes(16)
  bytes.writeUIntBE(latestMs, 0, 6)
  bytes.writeUInt16BE(0x7000 | counter, 6)
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f)
  return uuidFromBytes(bytes)
}

export const createMoment = (now: Date): Moment => ({ now, newId: () => uuidV7(now.getTime()), bytes: randomBytes })
