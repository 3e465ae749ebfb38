import { expect, test } from 'vitest'
import { type ConcurrencyLimiter, createConcurrencyLimiter, runWithConcurrencyOwner } from './concurrency-limiter.ts'

/** Work that lasts until the test ends it. `begun` lists what has begun, in order. */
function openWork(lane: ConcurrencyLimiter) {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const asks = (holder: string, name: string) =>
    runWithConcurrencyOwner(holder, () =>
      lane.run(async () => {
        begun.push(name)
        await new Promise<void>((resolve) => ends.set(name, resolve))
      }),
    )
  const turn = () => new Promise((resolve) => setImmediate(resolve))
  /** Ends a piece of work that has begun, and waits so that the next one can begin. */
  const end = async (name: string) => {
    await turn()
    const finish = ends.get(name) ?? expect.fail(`${name} has not begun`)
    finish()
    await turn()
  }
  /** Ends the nth piece of work that has begun. Returns its name. */
  const endNth = async (at: number): Promise<string> => {
    await turn()
    const name = begun[at] ?? expect.fail('nothing has begun')
    await end(name)
    return name
  }
  return { begun, asks, end, endNth, turn }
}

test('enterprises take turns, however many requests one of them has queued before', async () => {
  const { begun, asks, endNth } = openWork(createConcurrencyLimiter({ concurrency: 1, queueMax: 100, queueMaxPerOwner: 50 }))
  const asked = [...['a1', 'a2', 'a3', 'a4'].map((name) => asks('a', name)), asks('b', 'b1'), asks('b', 'b2'), asks('c', 'c1')]
  for (let at = 0; at < 7; at++) await endNth(at)
  expect(begun).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4'])
  await Promise.all(asked)
})

test('one enterprise never exceeds its own places, even while others are free', async () => {
  const { begun, asks, end, turn } = openWork(
    createConcurrencyLimiter({ concurrency: 2, concurrencyPerOwner: 1, queueMax: 100, queueMaxPerOwner: 50 }),
  )
  const asked = [asks('a', 'a1'), asks('a', 'a2'), asks('a', 'a3')]
  await turn()
  expect(begun).toEqual(['a1'])
  asked.push(asks('b', 'b1'), asks('c', 'c1'))
  await turn()
  expect(begun).toEqual(['a1', 'b1'])
  await end('b1')
  // The second place is free, and the first company's two others still wait.
  expect(begun).toEqual(['a1', 'b1', 'c1'])
  await end('c1')
  expect(begun).toEqual(['a1', 'b1', 'c1'])
  for (const name of ['a1', 'a2', 'a3']) await end(name)
  expect(begun).toEqual(['a1', 'b1', 'c1', 'a2', 'a3'])
  await Promise.all(asked)
})

test('an enterprise with too many waiting requests is refused; when the queue is full everybody is', async () => {
  const { asks, begun, end, endNth } = openWork(
    createConcurrencyLimiter({ concurrency: 1, queueMax: 4, queueMaxPerOwner: 3, refusal: 'EXPORTS_BUSY' }),
  )
  const asked = ['a1', 'a2', 'a3', 'a4'].map((name) => asks('a', name))
  await expect(asks('a', 'a5')).rejects.toMatchObject({ reason: 'TOO_MANY', message: expect.stringContaining('排队') })
  asked.push(asks('b', 'b1'))
  await expect(asks('c', 'c1')).rejects.toMatchObject({ reason: 'EXPORTS_BUSY' })
  for (let at = 0; at < 5; at++) await endNth(at)
  expect(begun).toEqual(['a1', 'b1', 'a2', 'a3', 'a4'])
  await Promise.all(asked)
  // All places are free again, so as many can run as at first.
  const again = [asks('a', 'a6'), asks('c', 'c2')]
  await end('a6')
  await end('c2')
  await Promise.all(again)
})

test('two enterprises that keep requesting one at a time do not starve a third', async () => {
  const { begun, asks, endNth, turn } = openWork(createConcurrencyLimiter({ concurrency: 1, queueMax: 100, queueMaxPerOwner: 50 }))
  const asked = [asks('b', 'b0'), asks('c', 'c0'), asks('a', 'a0'), asks('a', 'a1')]
  for (let at = 0; at < 6; at++) {
    await turn()
    const [holder = ''] = begun[at] ?? expect.fail('nothing has begun')
    // This holder asks again before its work is done, so it is never absent from the queue.
    if (holder !== 'a') asked.push(asks(holder, `${holder}${at + 1}`))
    await endNth(at)
  }
  expect(begun.slice(0, 6)).toEqual(['b0', 'c0', 'a0', 'b1', 'c2', 'a1'])
  for (let at = 6; at < asked.length; at++) await endNth(at)
  await Promise.all(asked)
})

test('a failed task frees its place', async () => {
  const lane = createConcurrencyLimiter({ concurrency: 1, queueMax: 1, queueMaxPerOwner: 1 })
  for (let tries = 0; tries < 5; tries++) await expect(lane.run(async () => Promise.reject(new Error('fails')))).rejects.toThrow('fails')
  await expect(lane.run(async () => 'done')).resolves.toBe('done')
})
