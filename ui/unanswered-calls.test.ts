import { afterEach, expect, test, vi } from 'vitest'
import { statementEndpoints } from '#contract/money/statements/api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'
import { fen } from '#contract/platform/core/money.ts'
import { createRequestSender } from './send.ts'
import { createUnansweredCalls } from './unanswered-calls.ts'

const api = createApiClient(statementEndpoints, createRequestSender({ token: () => 'mt_x', notLoggedIn: () => undefined }))
const repay = (amount: number) => api.repayByWallet({ amount: fen(amount), months: [], payPwd: '135790' }).catch(() => undefined)

/** Answers one prepared answer after the other, and returns the keys of the calls. */
function answering(...answers: (() => Response)[]): string[] {
  const keys: string[] = []
  vi.stubGlobal('fetch', async (_: string, { headers }: RequestInit) => {
    keys.push(new Headers(headers).get('Idempotency-Key') ?? '')
    return answers[keys.length - 1]?.()
  })
  return keys
}

const answer = (body: object, status = 200) => Response.json({ msg: '', success: false, data: null, ...body }, { status })
const DONE = () => answer({ code: 200, success: true, data: { parts: [] } })
const REFUSED = () => answer({ code: 422, reason: 'WALLET_SHORT' })
const LOST = () => {
  throw new TypeError('network')
}

afterEach(() => void vi.unstubAllGlobals())

test.each([
  ['the network', LOST],
  ['a proxy', () => new Response('<html>bad gateway', { status: 502 })],
  ['a server that does not know the outcome', () => answer({ code: 503, reason: 'OUTCOME_UNKNOWN' }, 503)],
])('a call that %s left without an answer has the same key when it is repeated, and then a new one', async (_, lost) => {
  const keys = answering(lost, lost, DONE, DONE)
  for (const amount of [1, 1, 1, 1]) await repay(amount)
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
  expect([keys[1], keys[2]]).toEqual([keys[0], keys[0]])
  expect(keys[3]).not.toBe(keys[0])
})

test('two presses in the same instant have the same key; a changed input and a call after a refusal have a new one', async () => {
  const keys = answering(DONE, DONE, LOST, REFUSED, REFUSED)
  await Promise.all([repay(1), repay(1)])
  expect(keys[1]).toBe(keys[0])
  for (const amount of [1, 2, 2]) await repay(amount)
  expect(new Set(keys).size).toBe(4)
})

test('after a while the same call is meant anew; the same file is the same call', () => {
  let now = 0
  const calls = createUnansweredCalls(() => now)
  const { repayByWallet } = statementEndpoints
  const key = calls.keyOf(repayByWallet, { amount: 1 }, {})
  now += 9 * 60_000
  expect(calls.keyOf(repayByWallet, { amount: 1 }, {})).toBe(key)
  now += 2 * 60_000
  expect(calls.keyOf(repayByWallet, { amount: 1 }, {})).not.toBe(key)
  const [first, again, other] = [['a', 1] as const, ['a', 1] as const, ['a', 2] as const].map(([text, lastModified]) =>
    calls.keyOf(repayByWallet, {}, { file: new File([text], 'bank.xlsx', { lastModified }) }),
  )
  expect(again).toBe(first)
  expect(other).not.toBe(first)
})
