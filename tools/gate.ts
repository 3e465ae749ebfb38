/**
 * The gate: everything that must hold before a change is merged. It runs all steps, prints the duration of each, how busy the cores were, the
 * slowest test files and the total of passed and failed tests, and exits with 1 if one step has failed.
 *
 *   npm test           all steps; with DATABASE_URL (or TEST_DATABASE_URL) the stories use that server, as its superuser, and not their own
 *   npm run check      --fast, without what takes longer than a minute: the stories and the browser
 *   npm run release    --release, which lets tests go further (`selectByTestTier`)
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, cpus, tmpdir } from 'node:os'
import path from 'node:path'
import { SOURCE_CHECKS } from '../vitest.config.ts'
import { makeScratchFolder } from './scratch-folder.ts'
import { parseTestRunTotals } from './tally.ts'

const ROOT = path.join(import.meta.dirname, '..')
const node = process.execPath
const bin = (name: string) => path.join(ROOT, 'node_modules', '.bin', name)

interface Step {
  name: string
  command: readonly [string, ...string[]]
  env?: Record<string, string>
}

const types = (project: string): Step => ({
  name: `types of ${project}`,
  command: [bin('tsc'), '--noEmit', '--checkers', '1', '-p', project],
})

/** Each needs about one core. The longest come first, so that no core waits for a long one at the end. */
const FAST: readonly Step[] = [
  { name: 'boundaries and tidiness', command: [bin('vitest'), 'run', ...SOURCE_CHECKS] },
  types('.'),
  types('storefront'),
  types('console'),
  types('tools/pictures/page'),
  { name: 'format and lint', command: [bin('biome'), 'check'] },
  { name: 'dead code', command: [bin('knip'), '--no-config-hints'] },
]

/** This runs before the stories: two of them start the program, and each would build missing screens. */
const BUILD: Step = { name: 'build', command: [node, 'tools/build.ts', '--quiet'] }

/** Each of them uses all cores. */
const SIZES: Step = { name: 'sizes', command: [node, 'tools/sizes.ts'] }
// A pattern on the command line excludes nothing from a project, so the configuration is told.
const STORIES: Step = { name: 'stories', command: [bin('vitest'), 'run'], env: { SOURCE_CHECKS: 'done' } }
const JOURNEYS: Step = { name: 'journeys', command: [bin('vitest'), 'run', '--config', 'e2e/vitest.config.ts'] }

/** Only in the release tier: it needs more than a minute of both cores (decision 600). Some stories of that tier measure, so it comes last. */
const CRASH: Step = {
  name: 'crash',
  command: [node, 'bench/crash/crash.ts', '--seconds', '60', '--floor', '2000'],
  // On a disk, which its database waits for, and where the journal of a failed run stays.
  env: { TMPDIR: tmpdir() },
}

const isRelease = process.argv.includes('--release')
const folder = makeScratchFolder()
const tally = path.join(folder, 'tally')
// The project's own Node comes first, so that commands which a step starts by name use it too.
const env = {
  ...process.env,
  TEST_DATABASE_URL: process.env.TEST_DATABASE_URL ?? process.env.DATABASE_URL,
  // No program that a story starts may take it for its own.
  DATABASE_URL: undefined,
  TALLY: tally,
  TMPDIR: folder,
  TIER: isRelease ? 'release' : 'landing',
  NODE_COMPILE_CACHE: path.join(folder, 'compiled'),
  NODE_ENV: undefined,
  PATH: `${path.dirname(bin('node'))}${path.delimiter}${process.env.PATH}`,
}

interface Result {
  name: string
  seconds: number
  /** The used share of the machine's cores, including other processes: a step that waits shows a small one. */
  busy: number
  ok: boolean
}
const results: Result[] = []

/** The time of this machine's cores so far, in milliseconds: in total, and idle. */
function readCoreTimes(): { all: number; idle: number } {
  const times = cpus().map((core) => core.times)
  const sum = (part: (time: (typeof times)[number]) => number) => times.reduce((total, time) => total + part(time), 0)
  return { all: sum(({ user, nice, sys, idle, irq }) => user + nice + sys + idle + irq), idle: sum(({ idle }) => idle) }
}

/** Runs a step. `shown`: its output is printed at once; otherwise after its end, because other steps print at the same time. */
async function run({ name, command: [file, ...rest], env: ofStep }: Step, { shown }: { shown: boolean }): Promise<void> {
  if (shown) console.log(`\n── ${name}`)
  const began = performance.now()
  const coresBefore = readCoreTimes()
  const child = spawn(file, rest, {
    cwd: ROOT,
    stdio: ['ignore', ...(shown ? (['inherit', 'inherit'] as const) : (['pipe', 'pipe'] as const))],
    env: { ...env, ...ofStep } as NodeJS.ProcessEnv,
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text: string) => (printed += text))
  const [status] = (await once(child, 'close')) as [number | null]
  if (!shown) console.log(`\n── ${name}\n${printed}`)
  const cores = readCoreTimes()
  const busy = 1 - (cores.idle - coresBefore.idle) / Math.max(1, cores.all - coresBefore.all)
  results.push({ name, seconds: (performance.now() - began) / 1_000, busy, ok: status === 0 })
}

/** Runs as many steps at once as there are cores. */
async function runSideBySide(steps: readonly Step[]): Promise<void> {
  const waiting = [...steps]
  const work = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) await run(step, { shown: false })
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work))
}

const whole = !process.argv.includes('--fast')
await runSideBySide(whole ? [...FAST, BUILD] : FAST)
if (whole) {
  await run(SIZES, { shown: true })
  await run(STORIES, { shown: true })
  await run(JOURNEYS, { shown: true })
  if (isRelease) await run(CRASH, { shown: true })
}

const { passed, failures, files } = parseTestRunTotals(existsSync(tally) ? readFileSync(tally, 'utf8') : '')
rmSync(folder, { recursive: true, force: true })
const secondsOf = (seconds: number) => seconds.toFixed(1).padStart(6)
console.log()
for (const failure of failures) console.log(`FAILED ${failure}`)
const inOrder = [...FAST, BUILD, SIZES, STORIES, JOURNEYS, CRASH].flatMap(({ name }) => results.filter((result) => result.name === name))
const slowest = files.sort((one, other) => other.ms - one.ms).slice(0, 10)
console.log('the slowest files of tests:')
for (const { name, ms } of slowest) console.log(`       ${secondsOf(ms / 1_000)} s  ${name}`)
for (const { name, seconds, busy, ok } of inOrder)
  console.log(`${ok ? 'ok    ' : 'FAILED'} ${secondsOf(seconds)} s  ${String(Math.round(busy * 100)).padStart(3)} % busy  ${name}`)
console.log(`\n${passed} passed, ${failures.length} failed`)
process.exitCode = results.every(({ ok }) => ok) ? 0 : 1
