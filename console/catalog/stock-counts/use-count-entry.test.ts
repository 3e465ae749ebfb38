import { QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { NoStaleDataQueryClient } from '#ui/fresh-query-client.ts'
import { stockCountEntryQuery } from './stock-counts-api.ts'
import { isRecordedMeanwhile } from './use-count-entry.ts'

/** Opens the lines of a sheet as the screen does, with one line that nobody has typed. The server has `counted` for it afterwards. */
async function openEntry(counted: number | null) {
  const queries = new NoStaleDataQueryClient()
  const { queryKey } = stockCountEntryQuery('PD')
  const answers = [null, counted]
  const queryFn = async () => ({ lines: [{ lineNo: 1, counted: answers.shift() }] })
  const screen = new QueryObserver(queries, { queryKey: [...queryKey], queryFn, retry: false, staleTime: Number.POSITIVE_INFINITY })
  const close = screen.subscribe(() => undefined)
  await expect.poll(() => screen.getCurrentResult().isSuccess).toBe(true)
  return { queries, close }
}

test.each([
  ['is recorded if the server has it', 5, true],
  ['is not recorded if the server has nothing', null, false],
  ['is not recorded if somebody else typed another number', 6, false],
])('a line whose answer was lost %s', async (_, counted, expected) => {
  const { queries, close } = await openEntry(counted)
  expect(await isRecordedMeanwhile(queries, 'PD', { lineNo: 1, counted: 5 })).toBe(expected)
  close()
})
