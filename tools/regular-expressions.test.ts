import { expect, test } from 'vitest'
import { selectByTestTier } from '#server/platform/testing/tier.ts'
import {
  findSlownessOfRegularExpression,
  formatRegularExpressionLine,
  getExpressionCheckerVersion,
  listProductionRegularExpressions,
  listRegularExpressionsToProve,
  readProvedExpressions,
} from './prove-expressions.ts'
import { findRegularExpressions, isRegularExpressionWithoutRepetition } from './regular-expressions.ts'

const expressions = listProductionRegularExpressions()

test('every regular expression was proved to run in linear time for any input', () => {
  // If the parser cannot parse TypeScript, it finds no expressions. That must fail.
  expect(expressions.length).toBeGreaterThan(250)
  // A new expression is proved by `node tools/prove-expressions.ts`.
  expect(readProvedExpressions()).toEqual({
    checker: getExpressionCheckerVersion(),
    proved: listRegularExpressionsToProve(expressions).map(formatRegularExpressionLine),
  })
})

/** The proofs of all need half a minute of a core, so the landing tier makes some of them again. */
const EVERY = selectByTestTier({ landing: 40, release: 1 })

test(`the proof of every ${EVERY}th regular expression can be made again`, async () => {
  const some = listRegularExpressionsToProve(expressions).filter((_, at) => at % EVERY === 0)
  expect(some.length).toBeGreaterThan(5)
  const faults = await Promise.all(some.map(findSlownessOfRegularExpression))
  expect(faults.filter((fault) => fault !== undefined)).toEqual([])
}, 300_000)

test.each([
  ['a literal', 'const a = /(a+)+$/'],
  ['a literal in JSX', 'const a = <p>{text.replace(/(a+)+$/, "")}</p>'],
  ['one that is made at run time', 'const a = new RegExp(`(a+)+$`, "u")'],
  ['one that is made without new', 'const a = RegExp("(a+)+$")'],
])('%s that backtracks exponentially is detected', async (_, source) => {
  const [expression, ...others] = findRegularExpressions('probe.tsx', source)
  expect(others).toEqual([])
  expect(expression && isRegularExpressionWithoutRepetition(expression)).toBe(false)
  expect(expression && (await findSlownessOfRegularExpression(expression))).toMatch(/exponential/)
})

test('a pattern built at run time is refused, and expressions with bounded input are not checked', () => {
  expect(() => findRegularExpressions('probe.ts', 'new RegExp(pattern)')).toThrow('probe.ts')
  const [fixed, nested, long] = ['/^\\d{0}[*]\\*?x?$/', '/(a{0,50}){0,50}/', '/a?a?a?a?a?a?a?a?b/'].map(
    (source) => findRegularExpressions('probe.ts', source)[0],
  )
  expect([fixed, nested, long].map((one) => one && isRegularExpressionWithoutRepetition(one))).toEqual([false, false, false])
  expect(isRegularExpressionWithoutRepetition({ file: '', pattern: '^(?:KT|DP)-[A-Z]\\d\\d?$', flags: '' })).toBe(true)
})
