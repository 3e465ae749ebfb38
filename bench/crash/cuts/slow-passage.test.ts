import { expect, test } from 'vitest'
import { createSlowPassage } from './slow-passage.ts'

/** `late`: how many milliseconds each chunk waits, by turns; 0: not at all. */
async function passes(late: readonly number[], chunks: readonly string[]): Promise<string[]> {
  const arrived: string[] = []
  const turns = [...late]
  let wanted = 0
  const below = (most: number): number => {
    if (most > 6) return wanted - 1
    wanted = turns.shift() ?? 0
    return wanted > 0 ? 0 : 1
  }
  const pass = createSlowPassage(
    { destroyed: false, write: (chunk) => arrived.push(String(chunk)) },
    { plan: { cutting: true, random: { below } } },
  )
  for (const chunk of chunks) pass(Buffer.from(chunk))
  await expect.poll(() => arrived.length).toBe(chunks.length)
  return arrived
}

test('chunks that are late keep their order', async () => {
  const arrived = await passes([30, 0, 10, 0], ['begin', 'lock', 'write', 'commit'])
  expect(arrived).toEqual(['begin', 'lock', 'write', 'commit'])
})

test('nothing is written to a connection that has ended meanwhile', async () => {
  const to = { destroyed: false, written: 0, write: () => to.written++ }
  const pass = createSlowPassage(to, { plan: { cutting: true, random: { below: () => 0 } } })
  pass(Buffer.from('begin'))
  to.destroyed = true
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(to.written).toBe(0)
})
