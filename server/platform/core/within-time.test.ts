import { expect, test } from 'vitest'
import { withinTime } from './within-time.ts'

const never = () => new Promise<string>(() => {})
const throwLate = (): never => {
  throw new Error('late')
}

test('work in time has its own result or error, and work that takes longer what is said of late work', async () => {
  expect(await withinTime(Promise.resolve('done'), 60_000, throwLate)).toBe('done')
  await expect(withinTime(Promise.reject(new Error('broken')), 60_000, throwLate)).rejects.toThrow('broken')
  expect(await withinTime(never(), 10, () => 'late')).toBe('late')
  await expect(withinTime(never(), 10, throwLate)).rejects.toThrow('late')
})
