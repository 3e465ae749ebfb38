import { expect, test } from 'vitest'
import type { CallOptions } from '#contract/platform/core/client.ts'
import { createIdempotencyAttempt } from './idempotency-attempt.ts'

/** A call that records its keys, and fails while the test wants it to. */
function line(failures: number) {
  const keys: string[] = []
  let left = failures
  const call = async (_: { amount: number }, { idempotencyKey = '' }: CallOptions) => {
    keys.push(idempotencyKey)
    if (left-- > 0) throw new Error('lost')
    return 'done'
  }
  return { keys, call }
}

test('a retry after a lost answer uses the same key', async () => {
  const attempt = createIdempotencyAttempt()
  const { keys, call } = line(2)
  await expect(attempt.run(call, { amount: 1 })).rejects.toThrow('lost')
  await expect(attempt.run(call, { amount: 1 })).rejects.toThrow('lost')
  expect(await attempt.run(call, { amount: 1 })).toBe('done')
  expect(new Set(keys).size).toBe(1)
})

test('a changed input, or a new submit after a success, uses a new key', async () => {
  const attempt = createIdempotencyAttempt()
  const { keys, call } = line(1)
  await attempt.run(call, { amount: 1 }).catch(() => undefined)
  await attempt.run(call, { amount: 2 })
  await attempt.run(call, { amount: 2 })
  expect(new Set(keys).size).toBe(3)
})
