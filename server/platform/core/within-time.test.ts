import { expect, test } from 'vitest'
import { waitWithTimeout } from './within-time.ts'

const never = () => new Promise<string>(() => {})
const throwLate = (): never => {
  throw new Error('late')
}

test('work within its time limit has its own result or error, later work the timeout result', async () => {
  expect(await waitWithTimeout(Promise.resolve('done'), 60_000, throwLate)).toBe('done')
  await expect(waitWithTimeout(Promise.reject(new Error('broken')), 60_000, throwLate)).rejects.toThrow('broken')
  expect(await waitWithTimeout(never(), 10, () => 'late')).toBe('late')
  await expect(waitWithTimeout(never(), 10, throwLate)).rejects.toThrow('late')
})
