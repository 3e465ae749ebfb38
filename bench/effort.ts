/**
 * `node bench/effort.ts`: what a day's work takes by hand: journeys of 200 shipments, 200 bank lines, 50 vouchers and one quotation, in a real
 * browser with the release tier's numbers. Prints keys, clicks and seconds of each; the seconds are those of a test, which waits for no thought.
 * `--write` replaces the section of docs/benchmarks.md; build first.
 */
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { runBenchAndWriteSection } from './compare/write-benchmarks.ts'

const { values } = parseArgs({ options: { write: { type: 'boolean', default: false } } })
const ROOT = path.join(import.meta.dirname, '..')
/** The issue of a warehouse: 200 orders in a quarter of an hour. */
const SHIPPING_LIMIT_S = 900
const JOURNEYS = ['e2e/shipping-by-scanner.test.ts', 'e2e/finance-effort.test.ts', 'e2e/buying.test.ts']
const EFFORT = /^(?<act>.+): (?<keys>\d+) keys, (?<clicks>\d+) clicks, (?<seconds>[\d.]+) s$/gm
const ACTS_MIN = 6

/** Runs the journeys and prints what they took. Returns whether all passed, and the shipments within their limit. */
async function measure(): Promise<boolean> {
  const vitest = path.join(ROOT, 'node_modules', '.bin', 'vitest')
  const env = Object.assign({}, process.env, { TIER: 'release' })
  const run = spawnSync(vitest, ['run', '--config', 'e2e/vitest.config.ts', ...JOURNEYS], { cwd: ROOT, env, encoding: 'utf8' })
  const acts = [...run.stdout.matchAll(EFFORT)].map(({ groups }) => groups ?? {})
  process.stdout.write(`${'keys'.padStart(6)}${'clicks'.padStart(8)}${'seconds'.padStart(9)}\n`)
  for (const { act, keys = '', clicks = '', seconds = '' } of acts)
    process.stdout.write(`${keys.padStart(6)}${clicks.padStart(8)}${seconds.padStart(9)}  ${act}\n`)
  const late = acts.filter(({ act = '', seconds }) => act.includes('orders') && Number(seconds) > SHIPPING_LIMIT_S)
  const isWhole = run.status === 0 && acts.length >= ACTS_MIN
  process.stdout.write(
    `${isWhole ? 'all journeys passed' : `not whole: exit code ${run.status}, ${acts.length} acts`}; above ${SHIPPING_LIMIT_S} s for the orders: ${late.length}\n`,
  )
  return isWhole && late.length === 0
}

const isDone = await (values.write ? runBenchAndWriteSection('Work by hand', 'node bench/effort.ts --write', measure) : measure())
process.exitCode = isDone ? 0 : 1
