import { expect, test } from 'vitest'
import { formatFailureReason, parseTestRunTotals } from './tally.ts'

const createError = (message: string, cause?: object) =>
  ({ name: 'Error', message, stacks: [], ...(cause && { cause }) }) as Parameters<typeof formatFailureReason>[0]

test('the results of several runs are added up', () => {
  const lines = [
    { passed: 3, failures: [], files: [{ name: 'a', ms: 5 }] },
    { passed: 4, failures: ['a > b: c'], files: [{ name: 'b', ms: 7 }] },
  ]
  expect(parseTestRunTotals(`${lines.map((line) => JSON.stringify(line)).join('\n')}\n`)).toEqual({
    passed: 7,
    failures: ['a > b: c'],
    files: [
      { name: 'a', ms: 5 },
      { name: 'b', ms: 7 },
    ],
  })
})

test('a failure is shown with its cause, without colour codes and in a few lines', () => {
  expect(
    formatFailureReason(
      createError('Property failed after 15 tests', createError('expected 2100 to be \u001b[31mless\u001b[39m than 2000')),
    ),
  ).toBe('Property failed after 15 tests\n    expected 2100 to be less than 2000')
  expect(formatFailureReason(createError('x\n'.repeat(100))).split('\n')).toHaveLength(12)
  expect(formatFailureReason(createError('x'.repeat(100_000))).length).toBeLessThan(2_100)
  expect(formatFailureReason(undefined)).toBe('')
})
