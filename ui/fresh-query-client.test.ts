import { QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { FreshQueryClient } from './fresh-query-client.ts'

test('a first read that began before a change is read again, and its answer is not shown', async () => {
  const answers: ((text: string) => void)[] = []
  const queries = new FreshQueryClient()
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
