import { expect, test } from 'vitest'
import { Refusal } from '#contract/platform/core/refusal.ts'
import { DatabaseUnavailableError, isDatabaseUnavailable } from './database-errors.ts'
import {
  forEachChunkRetryingFailedSingly,
  forEachCollectingErrors,
  returnFalseIfRefused,
  runAllAtOnceCollectingErrors,
} from './isolated-batches.ts'

const BAD = 3
/** Work that fails for one number. */
const working = () => {
  const tried: number[] = []
  const work = async (one: number) => {
    tried.push(one)
    if (one === BAD) throw new Error(`bad ${one}`)
    return one
  }
  return { tried, work }
}

test('a failing case does not stop later ones and is reported at the end', async () => {
  const { tried, work } = working()
  await expect(forEachCollectingErrors([1, BAD, 4], work)).rejects.toMatchObject({
    message: expect.stringContaining('bad 3'),
    errors: [{ message: 'bad 3' }],
  })
  expect(tried).toEqual([1, BAD, 4])
  expect(await forEachCollectingErrors([1, 4], work)).toBe(5)
})

test('failures of nested batches are reported as one list', async () => {
  const { work } = working()
  const passes = [() => forEachCollectingErrors([BAD, 1], work), () => forEachCollectingErrors([2, BAD], work)]
  const error = await forEachCollectingErrors(passes, (pass) => pass()).catch((thrown: unknown) => thrown)
  expect((error as AggregateError).errors).toMatchObject([{ message: 'bad 3' }, { message: 'bad 3' }])
})

test('a failing chunk is retried case by case, other chunks run whole', async () => {
  const tried: number[][] = []
  const work = async (chunk: readonly number[]) => {
    tried.push([...chunk])
    if (chunk.includes(BAD)) throw new Error('bad')
    return chunk.length
  }
  await expect(forEachChunkRetryingFailedSingly([1, 2, BAD, 4, 5, 6], 2, work)).rejects.toMatchObject({ errors: [{ message: 'bad' }] })
  expect(tried).toEqual([[1, 2], [BAD, 4], [BAD], [4], [5, 6]])
})

test('of several cases at once all have ended before the failure is reported', async () => {
  const { tried, work } = working()
  const late = async (one: number) => {
    if (one !== BAD) await new Promise((resolve) => setImmediate(resolve))
    return work(one)
  }
  await expect(runAllAtOnceCollectingErrors([BAD, 1, 2], late)).rejects.toBeInstanceOf(AggregateError)
  expect(tried).toEqual([BAD, 1, 2])
  expect(await runAllAtOnceCollectingErrors([1, 2], late)).toBe(3)
})

test('if the database is unavailable, no further case is tried', async () => {
  const tried: number[] = []
  const away = async (one: number) => {
    tried.push(one)
    throw new DatabaseUnavailableError(new Error('away'))
  }
  await expect(forEachCollectingErrors([1, 2], away)).rejects.toBeInstanceOf(DatabaseUnavailableError)
  await expect(forEachChunkRetryingFailedSingly([1, 2], 2, ([one = 0]) => away(one))).rejects.toBeInstanceOf(DatabaseUnavailableError)
  expect(tried).toEqual([1, 1])
})

test('a refused case is skipped, while a failing one throws', async () => {
  expect(await returnFalseIfRefused(Promise.resolve('done'))).toBe(true)
  expect(await returnFalseIfRefused(Promise.reject(new Refusal('AFTER_SALE_MOVED', { code: 409, msg: '' })))).toBe(false)
  await expect(returnFalseIfRefused(Promise.reject(new Error('broken')))).rejects.toThrow('broken')
})

test('several failures can be retried if each of them can', () => {
  const [lost, broken] = [Object.assign(new Error('lost'), { code: 'ECONNRESET' }), new Error('broken')]
  expect([[lost], [lost, broken], []].map((errors) => isDatabaseUnavailable(new AggregateError(errors)))).toEqual([true, false, false])
})
