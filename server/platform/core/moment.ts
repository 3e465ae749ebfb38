import { randomFillSync } from 'node:crypto'
import { uuidFromBytes } from './uuid-bytes.ts'

/**
 * When it is, and chance: handed to everything that dates or names something, so that tests move the clock and nothing else in
 * the server reads it. The only file that asks the machine for either.
 */
export interface Moment {
  now: Date
  /** A UUIDv7 of this moment: ids made later sort later. */
  newId(): string
  /** Bytes nobody can guess. */
  bytes(count: number): Buffer
}

export type Clock = () => Date
export const systemClock: Clock = () => new Date()

/** Milliseconds that only ever grow, for measuring how long something took. Says nothing of the time of day. */
export const monotonicNow = (): number => performance.now()

const POOL_BYTES = 8_192
const pool = Buffer.allocUnsafe(POOL_BYTES)
let used = POOL_BYTES

/** Asks the system for randomness in large pieces: one call for some hundred ids. */
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

/** Milliseconds and a 12-bit count within them, so that ids made here later sort later even within one millisecond (RFC 9562 §6.2). */
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
