import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { Refusal } from '#contract/platform/core/refusal.ts'
import { retryBusyReads } from './retry-busy-reads.ts'

/** Reads something that is refused `times`, and returns the answer or the refusal with the number of requests. */
async function readRefused(times: number, refusal: Refusal): Promise<{ answer: unknown; requests: number }> {
  let requests = 0
  const queries = new QueryClient({ defaultOptions: { queries: { ...retryBusyReads, retryDelay: 0 } } })
  const queryFn = () => (requests++ < times ? Promise.reject(refusal) : Promise.resolve('the page'))
  const answer = await queries.fetchQuery({ queryKey: ['page'], queryFn }).catch((error: Error) => error.message)
  return { answer, requests }
}

const overloaded = new Refusal('OVERLOADED', { code: 503, msg: '当前访问人数较多，请稍后再试' })

test('a read that a busy server refuses is asked for twice more, and then its refusal is shown', async () => {
  expect(await readRefused(2, overloaded)).toEqual({ answer: 'the page', requests: 3 })
  expect(await readRefused(9, overloaded)).toEqual({ answer: overloaded.message, requests: 3 })
})

test('a read that is refused for any other reason is not asked for again', async () => {
  const malformed = new Refusal('MALFORMED', { code: 400, msg: '请求格式错误' })
  expect(await readRefused(9, malformed)).toEqual({ answer: malformed.message, requests: 1 })
})

test('the second pause is twice the first one', () => {
  expect([0, 1].map(retryBusyReads.retryDelay)).toEqual([1_500, 3_000])
})
