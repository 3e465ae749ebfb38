import pg from 'pg'
import { type Measurement, measureThroughput, measureWhile } from '#bench/clients.ts'
import { readDatabaseCpuMs, readProcessCpuMs } from '#bench/processes.ts'
import { monotonicNowMs } from '#server/platform/core/moment.ts'
import type { BenchAct } from './acts.ts'
import type { MeasuredTurn } from './figures.ts'
import { sampleLockWaits } from './lock-waits.ts'
import type { RunningSide } from './run-side.ts'

const QUIET_MS = 300
/** The CPU limit as a share of one core in that time: idle jobs that look for work every quarter of a second need less. */
const QUIET_CPU_MS = 60
const PATIENCE_MS = 15_000
const BACKLOG_PATIENCE_MS = 600_000
const BACKLOG_INTERVAL_MS = 500

const cpuNow = ({ serverPid, postmasterPid }: RunningSide) => ({
  server: readProcessCpuMs(serverPid),
  database: readDatabaseCpuMs(postmasterPid),
})

/**
 * Waits until a side has done what filling it left to do: the search rows of new goods are written by jobs, several a second on a busy
 * machine. Otherwise the first acts are measured with them.
 */
export async function waitUntilBacklogIsDone({ name, superUrl }: RunningSide): Promise<void> {
  const client = new pg.Client({ connectionString: superUrl })
  await client.connect()
  const latest = monotonicNowMs() + BACKLOG_PATIENCE_MS
  try {
    for (;;) {
      const { rows } = await client.query<{ left: number }>(`select
        (select count(*) from outbox where published_at is null)::int
        + (select count(*) from graphile_worker._private_jobs
           where locked_at is not null or (run_at <= now() and attempts < max_attempts))::int as left`)
      const left = rows[0]?.left ?? 0
      if (left === 0) return
      if (monotonicNowMs() > latest) throw new Error(`${name}: ${left} jobs of the filling are left`)
      await new Promise((resolve) => setTimeout(resolve, BACKLOG_INTERVAL_MS))
    }
  } finally {
    await client.end()
  }
}

/** Waits until the jobs behind an act are done, so that they are counted with it and do not disturb the turn of the other side. */
async function waitUntilQuiet(side: RunningSide): Promise<void> {
  const begun = monotonicNowMs()
  let before = cpuNow(side)
  while (monotonicNowMs() - begun < PATIENCE_MS) {
    await new Promise((resolve) => setTimeout(resolve, QUIET_MS))
    const now = cpuNow(side)
    if (now.server + now.database - before.server - before.database < QUIET_CPU_MS) return
    before = now
  }
}

/** Measures one turn of a side: acts, waits for locks, and the CPU of everything until the jobs behind the acts are done. */
export async function measureTurn(side: RunningSide, run: () => Promise<Measurement>): Promise<MeasuredTurn> {
  await waitUntilQuiet(side)
  const before = cpuNow(side)
  const { result, waits } = await sampleLockWaits(side.superUrl, run)
  await waitUntilQuiet(side)
  const after = cpuNow(side)
  const acts = Math.max(1, result.done)
  return {
    perSecond: result.perSecond,
    p50: result.p50,
    p99: result.p99,
    errors: result.errors,
    serverMs: (after.server - before.server) / acts,
    databaseMs: (after.database - before.database) / acts,
    waits,
  }
}

/** Runs an act of several people for some seconds. */
export const createRunForSeconds = (acts: readonly BenchAct[], seconds: number) => (): Promise<Measurement> =>
  measureThroughput(acts, seconds)

/** Runs an act of several people until a list is empty. */
export const createRunUntilEmpty = (acts: readonly BenchAct[], list: readonly unknown[]) => (): Promise<Measurement> =>
  measureWhile(acts, () => list.length > 0)
