import { QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { NoStaleDataQueryClient } from './fresh-query-client.ts'

test('a first read that began before a change is repeated, and its stale answer is not shown', async () => {
  const answers: ((text: string) => void)[] = []
  const queries = new NoStaleDataQueryClient()
  const observer = new QueryObserver(queries, {
    queryKey: ['favourites'],
    queryFn: () => new Promise<string>((resolve) => answers.push(resolve)),
    retry: false,
  })
  const stop = observer.subscribe(() => {})
  const invalidated = queries.invalidateQueries({ queryKey: ['favourites'] })
  await expect.poll(() => answers.length).toBe(2)
  answers[1]?.('after the change')
  answers[0]?.('before the change')
  await invalidated
  expect(observer.getCurrentResult().data).toBe('after the change')
  stop()
})

test('a query that is invalidated while not displayed is fetched again by the next screen', async () => {
  const answers: ((text: string) => void)[] = []
  const queries = new NoStaleDataQueryClient()
  const options = {
    queryKey: ['favourites'],
    queryFn: () => new Promise<string>((resolve) => answers.push(resolve)),
    retry: false,
    staleTime: 60_000,
  }
  // A screen begins to read and is left, the change is answered, and the next screen opens, all before the read is answered.
  new QueryObserver(queries, options).subscribe(() => {})()
  await expect.poll(() => answers.length).toBe(1)
  await queries.invalidateQueries({ queryKey: ['favourites'] })
  const observer = new QueryObserver(queries, options)
  const stop = observer.subscribe(() => {})
  answers[0]?.('before the change')
  await expect.poll(() => answers.length).toBe(2)
  answers[1]?.('after the change')
  await expect.poll(() => observer.getCurrentResult().data).toBe('after the change')
  stop()
})
