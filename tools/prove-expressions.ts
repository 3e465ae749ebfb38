/**
 * Proves that the regular expressions of the sources take linear time, and writes which were proved to `tools/proved-expressions.json`. A
 * proof takes up to seconds and depends on the expression and the checker's version alone, so it is made once. Run:
 * node tools/prove-expressions.ts, after a new expression
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { check } from 'recheck'
import { findRegularExpressions, isRegularExpressionWithoutRepetition, type RegularExpressionSource } from './regular-expressions.ts'

/**
 * Everything that runs in production, in a browser, or as a provider of the demo. Tools, benches and tests only match text of this
 * repository.
 */
const ROOTS = ['contract', 'server', 'storefront', 'console', 'ui', 'sandbox']
const PROVED = path.join(import.meta.dirname, 'proved-expressions.json')
/** Close to the limit of a test: all are checked at once, and a wait for a core is no fault of an expression. */
const CHECK_MS = 280_000

const isTest = (file: string) => /\.test\.tsx?$|\/testing\//.test(file)

/** All regular expressions of what runs in production. */
export const listProductionRegularExpressions = (): RegularExpressionSource[] =>
  ROOTS.flatMap((root) => readdirSync(root, { recursive: true }).map((file) => path.join(root, String(file))))
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('/public/') && !isTest(file))
    .flatMap((file) => findRegularExpressions(file, readFileSync(file, 'utf8')))

/** An expression as a line of the file of proved ones. */
export const formatRegularExpressionLine = ({ pattern, flags }: RegularExpressionSource): string => `/${pattern}/${flags}`

/** The expressions whose time must be proved, each once, sorted by its line. */
export function listRegularExpressionsToProve(expressions: readonly RegularExpressionSource[]): RegularExpressionSource[] {
  const byLine = new Map(
    expressions
      .filter((expression) => !isRegularExpressionWithoutRepetition(expression))
      .map((expression) => [formatRegularExpressionLine(expression), expression]),
  )
  return [...byLine].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, expression]) => expression)
}

interface ProvedExpressions {
  /** The checker with its version: another one makes all proofs again. */
  checker: string
  proved: string[]
}

/** What was proved, and by which checker. */
export const readProvedExpressions = (): ProvedExpressions => JSON.parse(readFileSync(PROVED, 'utf8'))

/** The checker of this installation. */
export function getExpressionCheckerVersion(): string {
  const { dependencies = {}, devDependencies = {} } = JSON.parse(readFileSync('package.json', 'utf8')) as Record<
    string,
    Record<string, string>
  >
  return `recheck ${dependencies.recheck ?? devDependencies.recheck}`
}

/**
 * Returns what is wrong with an expression; undefined if its time is linear in its text. It must be proved, because the checker's other way
 * only tries attacks. An expression that cannot be proved, such as a repetition next to a lookaround, is reported too and can be rewritten.
 */
export async function findSlownessOfRegularExpression(expression: RegularExpressionSource): Promise<string | undefined> {
  const verdict = await check(expression.pattern, expression.flags, { timeout: CHECK_MS, checker: 'automaton' })
  if (verdict.status === 'safe') return undefined
  return `${expression.file} ${formatRegularExpressionLine(expression)}: ${verdict.status === 'vulnerable' ? verdict.complexity.summary : verdict.error.kind}`
}

if (import.meta.main) {
  const known = readProvedExpressions()
  const isKnown = (expression: RegularExpressionSource) =>
    known.checker === getExpressionCheckerVersion() && known.proved.includes(formatRegularExpressionLine(expression))
  const all = listRegularExpressionsToProve(listProductionRegularExpressions())
  const faults = await Promise.all(
    all.map(async (expression) => (isKnown(expression) ? undefined : findSlownessOfRegularExpression(expression))),
  )
  const proved = all.filter((_, at) => faults[at] === undefined).map(formatRegularExpressionLine)
  writeFileSync(PROVED, `${JSON.stringify({ checker: getExpressionCheckerVersion(), proved }, null, 2)}\n`)
  for (const fault of faults) if (fault !== undefined) console.log(fault)
  process.exitCode = proved.length === all.length ? 0 : 1
}
