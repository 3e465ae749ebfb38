import { expect, test } from 'vitest'
import { createSlowPassage } from './slow-passage.ts'

test('chunks that are late keep their order', async () => {
  const arrived: string[] = []
  const delays = [30, 0, 10, 0]
  const pass = createSlowPassage({ destroyed: false, write: (chunk) => arrived.push(String(chunk)) }, () => delays.shift() ?? 0)
  for (const chunk of ['begin', 'lock', 'write', 'commit']) pass(Buffer.from(chunk))
  await Promise.resolve()
  expect(arrived).toEqual([])
  await expect.poll(() => arrived.length).toBe(4)
  expect(arrived).toEqual(['begin', 'lock', 'write', 'commit'])
})

test('nothing is written to a connection that has ended meanwhile', async () => {
  const to = { destroyed: false, written: 0, write: () => to.written++ }
  const pass = createSlowPassage(to, () => 1)
  pass(Buffer.from('begin'))
  to.destroyed = true
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(to.written).toBe(0)
})
