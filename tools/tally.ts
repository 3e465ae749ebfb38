import { appendFileSync } from 'node:fs'
import type { Reporter, TestModule } from 'vitest/node'

/** What runs of tests left in a tally: a line each, passed and failed. A file that could not be read counts as one failure. */
export function readTally(text: string): { passed: number; failed: number } {
  const total = { passed: 0, failed: 0 }
  for (const line of text.split('\n').filter(Boolean)) {
    const [passed = Number.NaN, failed = Number.NaN] = line.split(' ').map(Number)
    total.passed += passed
    total.failed += failed
  }
  return total
}

/** Ends a run with one plain line for people and machines: "12 passed, 0 failed"; adds it to the file that TALLY names. */
export default class Tally implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    let [passed, failed] = [0, 0]
    for (const module of modules) {
      const tests = [...module.children.allTests()]
      passed += tests.filter((test) => test.result().state === 'passed').length
      failed += tests.filter((test) => test.result().state === 'failed').length
      if (!module.ok() && tests.every((test) => test.result().state !== 'failed')) failed += 1
    }
    console.log(`\n${passed} passed, ${failed} failed`)
    if (process.env.TALLY) appendFileSync(process.env.TALLY, `${passed} ${failed}\n`)
  }
}
