/**
 * The gate: everything that must hold before a change is taken. Runs every step, prints what each took and how many tests passed and
 * failed in all, and ends with 1 if one step failed. `--fast` leaves out what takes longer than a minute: the stories and the browser.
 *   npm test            npm run check
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readTally } from './tally.ts'

const ROOT = path.join(import.meta.dirname, '..')
const node = process.execPath
const bin = (name: string) => path.join(ROOT, 'node_modules', '.bin', name)

interface Step {
  name: string
  command: readonly [string, ...string[]]
  slow?: true
}

const types = (project: string): Step => ({ name: `types of ${project}`, command: [bin('tsc'), '--noEmit', '-p', project] })

const STEPS: readonly Step[] = [
  { name: 'format and lint', command: [bin('biome'), 'check'] },
  types('.'),
  types('storefront'),
  types('console'),
  { name: 'dead code', command: [bin('knip'), '--no-config-hints'] },
  { name: 'boundaries and tidiness', command: [bin('vitest'), 'run', 'tools/boundaries.test.ts', 'tools/tidy.test.ts'] },
  { name: 'stories', command: [bin('vitest'), 'run', '--exclude', 'tools/{boundaries,tidy}.test.ts'], slow: true },
  { name: 'build', command: [node, 'tools/build.ts', '--quiet'], slow: true },
  { name: 'sizes', command: [node, 'tools/sizes.ts'], slow: true },
  { name: 'journeys', command: [bin('vitest'), 'run', '--config', 'e2e/vitest.config.ts'], slow: true },
]

const fast = process.argv.includes('--fast')
const folder = mkdtempSync(path.join(tmpdir(), 'mall-gate-'))
const tally = path.join(folder, 'tally')
const results: { name: string; seconds: number; ok: boolean }[] = []

for (const { name, command, slow } of STEPS) {
  if (fast && slow) continue
  console.log(`\n── ${name}`)
  const began = performance.now()
  const [file, ...rest] = command
  // The project's own Node stands first, so that what a step starts by name runs on it as well.
  const env = {
    ...process.env,
    TALLY: tally,
    NODE_ENV: undefined,
    PATH: `${path.dirname(bin('node'))}${path.delimiter}${process.env.PATH}`,
  }
  const { status } = spawnSync(file, rest, { cwd: ROOT, stdio: 'inherit', env: env as NodeJS.ProcessEnv })
  results.push({ name, seconds: (performance.now() - began) / 1_000, ok: status === 0 })
}

const { passed, failures } = readTally(existsSync(tally) ? readFileSync(tally, 'utf8') : '')
rmSync(folder, { recursive: true })
console.log()
for (const failure of failures) console.log(`FAILED ${failure}`)
for (const { name, seconds, ok } of results) console.log(`${ok ? 'ok    ' : 'FAILED'} ${seconds.toFixed(1).padStart(6)} s  ${name}`)
console.log(`\n${passed} passed, ${failures.length} failed`)
process.exitCode = results.every(({ ok }) => ok) ? 0 : 1
