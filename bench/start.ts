import { spawn } from 'node:child_process'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { monotonicNowMs } from '#server/platform/core/moment.ts'
import { createLoadServerEnv, findFreeLoopbackPort, NODE, openLoadDatabase } from './cluster.ts'
import { median } from './compare/figures.ts'
import { formatConditions, writeBenchmarkSection } from './compare/write-benchmarks.ts'
import { readProcessCpuMs, readResidentMb } from './processes.ts'

const print = (text: string) => process.stdout.write(`${text}\n`)
const ROOT = path.join(import.meta.dirname, '..')
const PATIENCE_MS = 60_000
const STARTS = 5
/** The time after the start at which memory is measured, so that garbage is collected as in an idle server. */
const REST_MS = 3_000

export interface StartFigures {
  readyMs: number
  /** The memory when it first answers, and after a rest. */
  rssMb: number
  restedMb: number
  /** The CPU of the process until it answers. */
  cpuMs: number
}

/** Starts `node server/main.ts` on a ready database and ends it again. */
async function measureStart(database: Parameters<typeof createLoadServerEnv>[0]['database']): Promise<StartFigures> {
  const port = await findFreeLoopbackPort()
  const begun = monotonicNowMs()
  const child = spawn(NODE, ['server/main.ts'], {
    cwd: ROOT,
    env: createLoadServerEnv({ database, port }),
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

/** The section of docs/benchmarks.md: `before` is one start without compiled modules, or with other ones. */
function formatStarts(before: StartFigures, warm: readonly StartFigures[]): string {
  const row = (name: string, of: (figure: keyof StartFigures) => number) =>
    `| ${name} | ${of('readyMs').toFixed(0)} | ${of('cpuMs').toFixed(0)} | ${of('rssMb').toFixed(0)} | ${of('restedMb').toFixed(0)} |`
  return [
    formatConditions('npm run bench -- --start'),
    '',
    'From `node server/main.ts` on a ready database until `/readyz` answers.',
    '',
    '| start | ms | CPU ms | memory MB | after 3 s |',
    '| --- | --- | --- | --- | --- |',
    row('first', (figure) => before[figure]),
    row(`median of ${warm.length} more`, (figure) => median(warm.map((one) => one[figure]))),
    row('best of them', (figure) => Math.min(...warm.map((one) => one[figure]))),
  ].join('\n')
}

/**
 * `npm run bench -- --start`: measures how long a server takes to answer on a ready database, and its memory then. `write`: also writes
 * docs/benchmarks.md.
 */
export async function benchStart(write: boolean): Promise<void> {
  const database = await openLoadDatabase()
  try {
    const first = await measureStart(database)
    const warm: StartFigures[] = []
    for (let n = 0; n < STARTS; n++) warm.push(await measureStart(database))
    const text = formatStarts(first, warm)
    print(text)
    if (write) writeBenchmarkSection('Start and memory', text)
  } finally {
    database.close()
    database.remove()
  }
}
