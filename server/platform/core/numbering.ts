import { createHmac } from 'node:crypto'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import type { Moment } from './moment.ts'

/**
 * Maps the n-th number of a sequence to ten digits that look random, never repeat and do not reveal the volume. It is a keyed permutation
 * of 0 … 9,999,999,999: a Feistel network over two halves of five digits (six rounds of HMAC-SHA-256).
 */
const HALF = 100_000
const ROUNDS = 6

function round(key: Buffer, step: number, half: number): number {
  return createHmac('sha256', key).update(`${step}:${half}`).digest().readUIntBE(0, 6) % HALF
}

/** `sequence` is 0 … 9,999,999,999. The result has exactly ten digits. */
export function permuteSequenceToTenDigits(key: Buffer, sequence: number): string {
  if (!Number.isInteger(sequence) || sequence < 0 || sequence >= HALF * HALF) throw new RangeError(`out of numbers: ${sequence}`)
  let left = Math.floor(sequence / HALF)
  let right = sequence % HALF
  for (let step = 0; step < ROUNDS; step++) [left, right] = [right, (left + round(key, step, right)) % HALF]
  return `${String(left).padStart(5, '0')}${String(right).padStart(5, '0')}`
}

/**
 * Returns the next number of a day: letters, the day in Asia/Shanghai and four digits that count from 0001. `findLast` returns the largest
 * number of a range, null if there is none; the caller holds a lock that makes two people wait for each other.
 */
export async function computeNextNumberOfDay(
  moment: Moment,
  letters: string,
  findLast: (first: string, last: string) => Promise<string | null>,
): Promise<string> {
  const day = `${letters}${toShanghaiDay(moment.now).replaceAll('-', '')}`
  const last = await findLast(`${day}0000`, `${day}9999`)
  return `${day}${String(Number(last?.slice(day.length) ?? 0) + 1).padStart(4, '0')}`
}
