import { appendFileSync } from 'node:fs'
import type { Reporter, SerializedError, TestModule } from 'vitest/node'

/** What runs of tests came to; every failure with where it stands and what it said first. */
export interface Tally {
  passed: number
  failures: string[]
}

/** What runs left in a tally: a line of JSON each. */
export function readTally(text: string): Tally {
  const runs = text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Tally)
  return { passed: runs.reduce((sum, { passed }) => sum + passed, 0), failures: runs.flatMap(({ failures }) => failures) }
}

/** A file that could not be read counts as one failure. */
function failuresOf(module: TestModule): string[] {
  const failed = [...module.children.allTests('failed')].map((test) => {
    const [first] = test.result().errors ?? []
    return `${module.relativeModuleId} > ${test.fullName}: ${first?.message.split('\n')[0] ?? ''}`
  })
  return failed.length === 0 && !module.ok() ? [`${module.relativeModuleId} does not run`] : failed
}

/** Ends a run with one plain line for people and machines: "12 passed, 0 failed"; adds it to the file that TALLY names. */
export default class TallyReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], strays: readonly SerializedError[]): void {
    const tally: Tally = {
      passed: modules.flatMap((module) => [...module.children.allTests('passed')]).length,
      failures: [...modules.flatMap(failuresOf), ...strays.map(({ message }) => `outside of every test: ${message.split('\n')[0]}`)],
    }
    console.log(`\n${tally.passed} passed, ${tally.failures.length} failed`)
    if (process.env.TALLY) appendFileSync(process.env.TALLY, `${JSON.stringify(tally)}\n`)
  }
}
