import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { monotonicNowMs } from '#server/platform/core/moment.ts'
import { createLoadServerEnv, findFreeLoopbackPort, NODE, openLoadDatabase } from './cluster.ts'
import { median } from './compare/figures.ts'
import { formatConditions, writeBenchmarkSection } from './compare/write-benchmarks.ts'
import { measureFirstAndSecondStart, putBuildsAside, type WholeStartFigures } from './first-start.ts'
import { readProcessCpuMs, readResidentMb } from './processes.ts'

const print = (text: string) => process.stdout.write(`${text}\n`)
const ROOT = path.join(import.meta.dirname, '..')
const PATIENCE_MS = 60_000
const STARTS = 5
/** The time after the start at which memory is measured, so that garbage is collected as in an idle server. */
const REST_MS = 3_000
/** The promises: of a server on a ready database, and of `npm start` for the first and the second time. */
const [WARM_MS, MEMORY_MB, FIRST_MS, SECOND_MS] = [1_000, 180, 15_000, 1_500]

export interface StartFigures {
  readyMs: number
  /** The memory when it first answers, and after a rest. */
  rssMb: number
  restedMb: number
  /** The CPU of the process until it answers. */
  cpuMs: number
}

/** Starts `node server/main.ts` on a ready database and ends it again. `compiled`: the folder of compiled modules, which the units name, too. */
async function measureStart(database: Parameters<typeof createLoadServerEnv>[0]['database'], compiled: string): Promise<StartFigures> {
  const port = await findFreeLoopbackPort()
  const begun = monotonicNowMs()
  const child = spawn(NODE, ['server/main.ts'], {
    cwd: ROOT,
    env: createLoadServerEnv({ database, port, env: { NODE_COMPILE_CACHE: compiled } }),
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const pid = child.pid ?? 0
  try {
    for (;;) {
      const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined)
      if (answer?.ok) break
      if (monotonicNowMs() - begun > PATIENCE_MS) throw new Error('the server did not come up')
      await wait(5)
    }
    const figures = { readyMs: monotonicNowMs() - begun, rssMb: readResidentMb(pid), cpuMs: readProcessCpuMs(pid) }
    await wait(REST_MS)
    return { ...figures, restedMb: readResidentMb(pid) }
  } finally {
    child.kill('SIGTERM')
    if (child.exitCode === null) await new Promise((resolve) => child.once('exit', resolve))
  }
}

interface MeasuredStarts {
  /** One start without compiled modules. */
  before: StartFigures
  warm: readonly StartFigures[]
  whole: { first: WholeStartFigures; second: WholeStartFigures }
}

const medianOf = (warm: readonly StartFigures[], figure: keyof StartFigures): number => median(warm.map((one) => one[figure]))

/** Each figure that is promised, with its limit. */
function listPromises({ warm, whole: { first, second } }: MeasuredStarts): readonly { name: string; figure: number; limit: number }[] {
  return [
    { name: '`node server/main.ts` until `/readyz`, median, ms', figure: medianOf(warm, 'readyMs'), limit: WARM_MS },
    { name: 'its memory then, median, MB', figure: medianOf(warm, 'rssMb'), limit: MEMORY_MB },
    { name: '`npm start`, the first time, ms', figure: first.readyMs, limit: FIRST_MS },
    { name: '`npm start`, the second time, ms', figure: second.readyMs, limit: SECOND_MS },
    { name: 'processes that build or fill when the first start is ready', figure: first.builders, limit: 0 },
  ]
}

const isKept = ({ figure, limit }: { figure: number; limit: number }): boolean => figure <= limit

/** The section of docs/benchmarks.md. */
function formatStarts(starts: MeasuredStarts): string {
  const { before, warm, whole } = starts
  const row = (name: string, of: (figure: keyof StartFigures) => number) =>
    `| ${name} | ${of('readyMs').toFixed(0)} | ${of('cpuMs').toFixed(0)} | ${of('rssMb').toFixed(0)} | ${of('restedMb').toFixed(0)} |`
  const wholeRow = (name: string, { readyMs, cpuMs, rssMb }: WholeStartFigures) =>
    `| ${name} | ${readyMs.toFixed(0)} | ${cpuMs.toFixed(0)} | ${rssMb.toFixed(0)} |`
  return [
    formatConditions('npm run bench -- --start'),
    '',
    'From `node server/main.ts` on a ready database until `/readyz` answers, built, with `NODE_COMPILE_CACHE` as in the units of systemd.',
    '',
    '| start | ms | CPU ms | memory MB | after 3 s |',
    '| --- | --- | --- | --- | --- |',
    row('first', (figure) => before[figure]),
    row(`median of ${warm.length} more`, (figure) => medianOf(warm, figure)),
    row('best of them', (figure) => Math.min(...warm.map((one) => one[figure]))),
    '',
    'From `npm start` until it is ready, without a build, a database and compiled modules, and then again. The CPU is that of all processes; the memory is that of the one that stays.',
    '',
    '| start | ms | CPU ms | memory MB |',
    '| --- | --- | --- | --- |',
    wholeRow('first', whole.first),
    wholeRow('second', whole.second),
    '',
    '| promise | figure | limit | |',
    '| --- | --- | --- | --- |',
    ...listPromises(starts).map(
      (one) => `| ${one.name} | ${one.figure.toFixed(0)} | ≤ ${one.limit} | ${isKept(one) ? 'kept' : 'BROKEN'} |`,
    ),
  ].join('\n')
}

/** Measures a server on a ready database: one start, and several more. */
async function measureServerStarts(): Promise<Pick<MeasuredStarts, 'before' | 'warm'>> {
  const database = await openLoadDatabase()
  const compiled = mkdtempSync(path.join(tmpdir(), 'mall-compiled-'))
  try {
    const before = await measureStart(database, compiled)
    const warm: StartFigures[] = []
    for (let n = 0; n < STARTS; n++) warm.push(await measureStart(database, compiled))
    return { before, warm }
  } finally {
    rmSync(compiled, { recursive: true, force: true })
    database.close()
    database.remove()
  }
}

/**
 * `npm run bench -- --start`: measures how long `npm start` takes on an unprepared machine and again, and a server on a ready database, with its
 * memory. `write`: also writes docs/benchmarks.md. Returns how many promises are broken.
 */
export async function benchStart(write: boolean): Promise<number> {
  // The server then runs the build of the first start.
  const starts = await putBuildsAside(async () => ({ whole: await measureFirstAndSecondStart(), ...(await measureServerStarts()) }))
  const text = formatStarts(starts)
  print(text)
  if (write) writeBenchmarkSection('Start and memory', text)
  return listPromises(starts).filter((one) => !isKept(one)).length
}
