import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { check } from 'recheck'
import { expect, test } from 'vitest'
import { findRegularExpressions, isBoundedRegularExpression, type RegularExpressionSource } from './regular-expressions.ts'

/**
 * Everything that runs in production, in a browser, or as a provider of the demo. Tools, benches and tests only match text of this
 * repository.
 */
const ROOTS = ['contract', 'server', 'storefront', 'console', 'ui', 'sandbox']
const isTest = (file: string) => /\.test\.tsx?$|\/testing\//.test(file)
const files = ROOTS.flatMap((root) => readdirSync(root, { recursive: true }).map((file) => path.join(root, String(file)))).filter(
  (file) => /\.tsx?$/.test(file) && !file.includes('/public/') && !isTest(file),
)
const expressions = files.flatMap((file) => findRegularExpressions(file, readFileSync(file, 'utf8')))

/** Expressions that may take more than linear time, by file and source, with the reason. */
const EXEMPT: Record<string, string> = {}

const nameOf = ({ file, pattern, flags }: RegularExpressionSource) => `${file} /${pattern}/${flags}`
/** Close to the test's own limit: all are checked at once, and a wait for a core is no fault of an expression. */
const CHECK_MS = 280_000

/**
 * Returns what is wrong with an expression; undefined if its time is linear in its text. It must be proved, because the checker's other way
 * only tries attacks. An expression that cannot be proved, such as a repetition next to a lookaround, is reported too and can be rewritten.
 */
async function faultOf(expression: RegularExpressionSource): Promise<string | undefined> {
  const verdict = await check(expression.pattern, expression.flags, { timeout: CHECK_MS, checker: 'automaton' })
  if (verdict.status === 'safe') return undefined
  return `${nameOf(expression)}: ${verdict.status === 'vulnerable' ? verdict.complexity.summary : verdict.error.kind}`
}

/** Each expression once, even if it is written several times. */
const distinct = (all: readonly RegularExpressionSource[]) => [...new Map(all.map((one) => [`${one.flags} ${one.pattern}`, one])).values()]

test('every regular expression runs in linear time for any input', async () => {
  // If the parser cannot parse TypeScript, it finds no expressions. That must fail.
  expect(expressions.length).toBeGreaterThan(250)
  const checked = distinct(expressions).filter((expression) => !isBoundedRegularExpression(expression) && !(nameOf(expression) in EXEMPT))
  const faults = await Promise.all(checked.map(faultOf))
  expect(faults.filter((fault) => fault !== undefined)).toEqual([])
}, 300_000)

test('every exemption names an existing expression', () => {
  const names = new Set(expressions.map(nameOf))
  expect(Object.keys(EXEMPT).filter((name) => !names.has(name))).toEqual([])
})

test.each([
  ['a literal', 'const a = /(a+)+$/'],
  ['a literal in JSX', 'const a = <p>{text.replace(/(a+)+$/, "")}</p>'],
  ['one that is made at run time', 'const a = new RegExp(`(a+)+$`, "u")'],
  ['one that is made without new', 'const a = RegExp("(a+)+$")'],
])('%s that backtracks exponentially is detected', async (_, source) => {
  const [expression, ...others] = findRegularExpressions('probe.tsx', source)
  expect(others).toEqual([])
  expect(expression && isBoundedRegularExpression(expression)).toBe(false)
  expect(expression && (await faultOf(expression))).toMatch(/exponential/)
})

test('a pattern built at run time is refused, and expressions with bounded input are not checked', () => {
  expect(() => findRegularExpressions('probe.ts', 'new RegExp(pattern)')).toThrow('probe.ts')
  const [fixed, nested, long] = ['/^\\d{0}[*]\\*?x?$/', '/(a{0,50}){0,50}/', '/a?a?a?a?a?a?a?a?b/'].map(
    (source) => findRegularExpressions('probe.ts', source)[0],
  )
  expect([fixed, nested, long].map((one) => one && isBoundedRegularExpression(one))).toEqual([false, false, false])
  expect(isBoundedRegularExpression({ file: '', pattern: '^(?:KT|DP)-[A-Z]\\d\\d?$', flags: '' })).toBe(true)
})
