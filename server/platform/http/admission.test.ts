import { expect, test } from 'vitest'
import { type AdmissionPriority, createAdmission } from './admission.ts'

/** Work that has begun ends when it is told to. */
function createWork() {
  const begun: string[] = []
  const ends = new Map<string, { well: () => void; badly: () => void }>()
  const work = (name: string) => () =>
    new Promise<string>((resolve, reject) => {
      begun.push(name)
      ends.set(name, { well: () => resolve(name), badly: () => reject(new Error(name)) })
    })
  return { begun, work, end: (name: string, how: 'well' | 'badly' = 'well') => ends.get(name)?.[how]() }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('reads wait for their turn in order of arrival, and payments do not wait', async () => {
  const admission = createAdmission({ inFlight: 100, readsAtOnce: 2 })
  const { begun, work, end } = createWork()
  const hold = (name: string, rank: AdmissionPriority) => admission.hold(rank, undefined, work(name))
  const held = [hold('a', 'browse'), hold('b', 'account'), hold('c', 'browse'), hold('d', 'account')]
  const paid = hold('pay', 'pay')
  await turn()
  expect(begun).toEqual(['a', 'b', 'pay'])
  expect(admission.taken().general).toBe(5)
  end('pay')
  await paid
  const failed = expect(held[1]).rejects.toThrow('b')
  end('b', 'badly')
  await failed
  await turn()
  expect(begun).toEqual(['a', 'b', 'pay', 'c'])
  for (const name of ['a', 'c']) end(name)
  await turn()
  end('d')
  await Promise.allSettled(held)
  expect(begun).toEqual(['a', 'b', 'pay', 'c', 'd'])
  expect(admission.taken().general).toBe(0)
  // All turns are free again.
  const later = [hold('e', 'browse'), hold('f', 'browse')]
  await turn()
  expect(begun.slice(-2)).toEqual(['e', 'f'])
  for (const name of ['e', 'f']) end(name)
  await Promise.all(later)
})
