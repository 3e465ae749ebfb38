import { expect, test } from 'vitest'
import { type CommitCutPlan, createCommitWatch } from './commit-watch.ts'

/** A message of the protocol: a type, the length, and the bytes after it. */
function message(type: string, payload = ''): Buffer {
  const head = Buffer.alloc(5)
  head.write(type, 'latin1')
  head.writeUInt32BE(4 + payload.length, 1)
  return Buffer.concat([head, Buffer.from(payload, 'latin1')])
}

const start = Buffer.concat([Buffer.from([0, 0, 0, 9, 0, 3, 0, 0]), Buffer.from('\0')])
const ready = message('Z', 'T')
const done = (what: string) => message('C', `${what}\0`)
/** The update of a key and the commit, as the pool sends them: in one packet with one sync. */
const updateAndCommit = Buffer.concat([
  message('P'),
  message('B', '\0update\0'),
  message('E'),
  message('B', '\0commit\0'),
  message('E'),
  message('S'),
])
const updated = Buffer.concat([message('1'), message('2'), done('UPDATE 1'), message('2')])

/** A plan that cuts each commit: `choice` 0 before, 1 after the database has it. */
const planOf = (choice: 0 | 1): CommitCutPlan => ({
  counted: { commits: 0, before: 0, after: 0 },
  cutting: true,
  every: 1,
  random: { below: (most) => (most === 1 ? 0 : choice) },
})

test('a commit that was sent together with a prepared statement is cut at its own answer, and at no other', () => {
  const plan = planOf(1)
  const watch = createCommitWatch(plan)
  expect(watch.isCutByRequest(start)).toBe(false)
  expect(watch.isCutByAnswer(Buffer.concat([message('R'), ready]))).toBe(false)
  expect(watch.isCutByRequest(updateAndCommit)).toBe(false)
  expect(watch.isCutByAnswer(updated)).toBe(false)
  expect(watch.isCutByAnswer(done('COMMIT'))).toBe(true)
  expect(plan.counted).toEqual({ commits: 1, before: 0, after: 1 })
})

test('both answers in one chunk are cut, too; and a commit before the database has it', () => {
  const after = createCommitWatch(planOf(1))
  after.isCutByRequest(Buffer.concat([start, updateAndCommit]))
  expect(after.isCutByAnswer(Buffer.concat([message('R'), ready, updated, done('COMMIT'), ready]))).toBe(true)
  const before = planOf(0)
  expect(createCommitWatch(before).isCutByRequest(Buffer.concat([start, updateAndCommit]))).toBe(true)
  expect(before.counted).toEqual({ commits: 1, before: 1, after: 0 })
})

test('the commit of a transaction that has failed cuts nothing, and the next one is cut at its answer', () => {
  const plan = planOf(1)
  const watch = createCommitWatch(plan)
  watch.isCutByRequest(Buffer.concat([start, updateAndCommit]))
  expect(watch.isCutByAnswer(Buffer.concat([message('R'), ready, message('E', 'S'), ready]))).toBe(false)
  watch.isCutByRequest(updateAndCommit)
  expect(watch.isCutByAnswer(Buffer.concat([updated, done('COMMIT'), ready]))).toBe(true)
  expect(plan.counted).toEqual({ commits: 2, before: 0, after: 1 })
})
