import { appendFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import type { TestError } from 'vitest'
import type { Reporter, SerializedError, TestModule } from 'vitest/node'

/** The result of test runs: the totals, and each failure with its name, message and cause. */
export interface TestRunTotals {
  passed: number
  failures: string[]
  /** The duration of each file in milliseconds. */
  files: { name: string; ms: number }[]
}

/** Reads the results from a tally file: one JSON object per line. */
export function parseTestRunTotals(text: string): TestRunTotals {
  const runs = text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as TestRunTotals)
  return {
    passed: runs.reduce((sum, { passed }) => sum + passed, 0),
    failures: runs.flatMap(({ failures }) => failures),
    files: runs.flatMap(({ files }) => files),
  }
}

const LINES_MAX = 12
const LETTERS_MAX = 2_000

/** The message of a failure with its causes, shortened to fit below a name. It may be the only trace of a rare failure. */
export function formatFailureReason(error: TestError | undefined): string {
  const texts: string[] = []
  for (let at = error; at && texts.length < 3; at = at.cause) texts.push(...[at.message, at.diff].filter((text) => text !== undefined))
  return stripVTControlCharacters(texts.join('\n')).slice(0, LETTERS_MAX).split('\n').slice(0, LINES_MAX).join('\n    ')
}

/** A file that could not be loaded counts as one failure. */
function failuresOf(module: TestModule): string[] {
  const failed = [...module.children.allTests('failed')].map((test) => {
    const [first] = test.result().errors ?? []
    return `${module.relativeModuleId} > ${test.fullName}: ${formatFailureReason(first)}`
  })
  return failed.length === 0 && !module.ok() ? [`${module.relativeModuleId} does not run`] : failed
}

/**
 * A reporter that ends a run with one line for people and machines: "12 passed, 0 failed". It also appends the result to the file that
 * TALLY names.
 */
export default class TallyReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], strays: readonly SerializedError[]): void {
    const tally: TestRunTotals = {
      passed: modules.flatMap((module) => [...module.children.allTests('passed')]).length,
      failures: [...modules.flatMap(failuresOf), ...strays.map((stray) => `outside of every test: ${formatFailureReason(stray)}`)],
      files: modules.map((module) => ({ name: module.relativeModuleId, ms: Math.round(module.diagnostic().duration) })),
    }
    console.log(`\n${tally.passed} passed, ${tally.failures.length} failed`)
    if (process.env.TALLY) appendFileSync(process.env.TALLY, `${JSON.stringify(tally)}\n`)
  }
}
