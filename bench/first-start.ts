import { chmodSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findRunningPostmaster } from '#server/platform/database/embedded-postgres.ts'
import { startChildProgram } from '#server/platform/testing/child-program.ts'
import { findFreeLoopbackPort } from './cluster.ts'
import { countChildProcesses, readDatabaseCpuMs, readProcessTreeCpuMs, readResidentMb } from './processes.ts'

const DIST = path.join(import.meta.dirname, '..', 'dist')
/** What a first start builds. */
const BUILT = ['server', 'storefront', 'console']
/** The last line of a start. */
const READY = 'Ctrl-C 停止'

export interface WholeStartFigures {
  readyMs: number
  /** The CPU of all processes until then, with the database. */
  cpuMs: number
  /** The memory of the process that stays. */
  rssMb: number
  /** How many processes that build or fill still run. */
  builders: number
}

/** Runs `npm start` in a data folder until it says that it is ready, and ends it. */
async function measureWholeStart(home: string): Promise<WholeStartFigures> {
  const dataDir = path.join(home, 'data')
  const program = startChildProgram('tools/start.ts', {
    DATA_DIR: dataDir,
    PORT: String(await findFreeLoopbackPort()),
    NODE_COMPILE_CACHE: path.join(home, 'compiled'),
  })
  try {
    const readyMs = await program.says(READY)
    const { pid } = program
    const postmaster = findRunningPostmaster(dataDir)?.pid ?? 0
    return {
      readyMs,
      cpuMs: readProcessTreeCpuMs(pid) + readDatabaseCpuMs(postmaster),
      rssMb: readResidentMb(pid),
      builders: countChildProcesses(pid, /tools\/(?:build|demo\/fill)/),
    }
  } finally {
    program.send('SIGINT')
    await program.ended
  }
}

/**
 * Runs `work` as on a machine without preparation: what this folder has built is put aside meanwhile. What `work` builds remains only if
 * nothing was there.
 */
export async function putBuildsAside<T>(work: () => Promise<T>): Promise<T> {
  const present = BUILT.filter((name) => existsSync(path.join(DIST, name)))
  if (present.length === 0) return work()
  const aside = mkdtempSync(path.join(DIST, 'aside-'))
  for (const name of present) renameSync(path.join(DIST, name), path.join(aside, name))
  try {
    return await work()
  } finally {
    for (const name of present) {
      rmSync(path.join(DIST, name), { recursive: true, force: true })
      renameSync(path.join(aside, name), path.join(DIST, name))
    }
    rmSync(aside, { recursive: true })
  }
}

/** Measures `npm start` with an empty data folder and without compiled modules, and again. */
export async function measureFirstAndSecondStart(): Promise<{ first: WholeStartFigures; second: WholeStartFigures }> {
  const home = mkdtempSync(path.join(tmpdir(), 'mall-first-start-'))
  // If root starts it, the database runs as another user, who needs access.
  chmodSync(home, 0o711)
  try {
    return { first: await measureWholeStart(home), second: await measureWholeStart(home) }
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}
