import { sql } from 'kysely'
import type { Logger } from 'pino'
import { isDatabaseUnavailable } from './database-errors.ts'
import { type Db, extractSqlState, openDatabase } from './db.ts'
import { monotonicNowMs } from './moment.ts'
import { runRepeatedly } from './run-repeatedly.ts'

/** How often the replica is compared with the primary. */
const LOOK_MS = 500
/** How many moments are remembered: one hour. The lag of a replica that is farther behind is unknown. */
const MOMENTS_MAX = (60 * 60 * 1_000) / LOOK_MS
/** How long a failing replica is not used. */
const REST_MS = 5_000

/** A replica of the database, whose answers may be some seconds old. */
export interface Replica {
  /**
   * A connection to the replica while it is close enough to the primary; undefined: it lags, does not answer, or is no longer a replica.
   */
  db(): Db | undefined
  /**
   * Whether an error occurred only because the server is a replica: the caller then uses the primary, and the replica is not used for a
   * while.
   */
  isFault(error: unknown): boolean
  status(): ReplicaStatus
  close(): Promise<void>
}

export interface ReplicaStatus {
  used: boolean
  /** The maximum lag behind the primary in seconds; undefined: unknown. */
  lagSeconds: number | undefined
  /** How many reads went to the primary after the replica had failed them. */
  fallbacks: number
}

interface ReplicaOptions {
  primary: Db
  url: string
  poolSize: number
  prepared: boolean
  lagMaxSeconds: number
  log: Logger
}

/** A WAL position as a number that can be compared. */
function parseWalPlace(text: string): bigint {
  const [high = '0', low = '0'] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

/**
 * Computes the lag from the WAL positions of the primary over time: the replica has everything that was written before the latest position
 * that it has replayed. Only the clock of this process matters, and a replica that receives nothing any more is noticed.
 */
export function createReplicaLagMeter() {
  let written: { at: number; place: bigint }[] = []
  return {
    /** Records the WAL position of the primary at a moment, before or after the replica was queried. */
    note(at: number, place: bigint): void {
      written.push({ at, place })
      if (written.length > MOMENTS_MAX) written.shift()
    },
    /** Seconds since the latest recorded moment up to which the replica has replayed; undefined: there is none. */
    measure(now: number, replayed: bigint): number | undefined {
      const known = written.findLastIndex(({ place }) => place <= replayed)
      written = written.slice(Math.max(known, 0))
      return known < 0 ? undefined : (now - (written[0]?.at ?? now)) / 1_000
    },
  }
}

/**
 * 40001 and 40P01: the replica has cancelled a statement that conflicted with its replay. 25006: the statement writes, which a replica
 * cannot.
 */
const CONFLICTS: readonly (string | undefined)[] = ['40001', '40P01', '25006']

/**
 * Follows a replica. Reads go to the primary until the replica is known to be close enough, and whenever it is not. So the replica may
 * start, stop and be promoted at any time.
 */
export function followReplica({ primary, url, poolSize, prepared, lagMaxSeconds, log }: ReplicaOptions): Replica {
  const database = openDatabase({ url, poolSize, prepared, plugins: [...primary.getExecutor().plugins] })
  const meter = createReplicaLagMeter()
  let measured: { at: number; lag: number } | undefined
  let restUntil = 0
  let fallbacks = 0
  let loggedUse = true
  const look = async () => {
    const at = monotonicNowMs()
    const { rows: written } = await sql<{ place: string }>`select pg_current_wal_lsn()::text as place`.execute(primary)
    meter.note(at, parseWalPlace(written[0]?.place ?? '0/0'))
    const { rows } = await sql<{ place: string | null; standby: boolean }>`
      select pg_last_wal_replay_lsn()::text as place, pg_is_in_recovery() as standby`.execute(database.db)
    const [seen] = rows
    const lag = seen?.standby && seen.place !== null ? meter.measure(monotonicNowMs(), parseWalPlace(seen.place)) : undefined
    measured = lag === undefined ? undefined : { at: monotonicNowMs(), lag }
    return 0
  }
  const lagSeconds = () => measured && measured.lag + (monotonicNowMs() - measured.at) / 1_000
  const isUsed = () => {
    const lag = lagSeconds()
    return lag !== undefined && lag <= lagMaxSeconds && monotonicNowMs() >= restUntil
  }
  const logUse = () => {
    if (loggedUse === isUsed()) return
    loggedUse = isUsed()
    log.warn({ lagSeconds: lagSeconds() }, loggedUse ? 'the replica is used' : 'the replica is not used')
  }
  const watching = runRepeatedly(log, 'the replica does not answer', () => look().finally(logUse), LOOK_MS)
  return {
    db: () => (isUsed() ? database.db : undefined),
    isFault(error) {
      if (!isDatabaseUnavailable(error) && !CONFLICTS.includes(extractSqlState(error))) return false
      fallbacks++
      if (isDatabaseUnavailable(error)) restUntil = monotonicNowMs() + REST_MS
      return true
    },
    status: () => ({ used: isUsed(), lagSeconds: lagSeconds(), fallbacks }),
    async close() {
      await watching.stop()
      await database.close()
    },
  }
}
