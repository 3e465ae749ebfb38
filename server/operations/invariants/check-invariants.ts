import { availableParallelism } from 'node:os'
import { CompiledQuery, sql } from 'kysely'
import pg from 'pg'
import type { Db } from '#server/platform/core/db.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'
import { IS_DISTRIBUTED_DATABASE_SQL, isDistributedDatabase } from '#server/platform/distribution/public.ts'
import type { Invariant } from './checks/invariant.ts'
import { invariants } from './invariants.ts'
import { limitToCompanies, listCompaniesOfNight, type NightlyCheckOptions } from './nightly-scope.ts'

export interface InvariantResult extends Pick<Invariant, 'id' | 'promise'> {
  /** How many rows violate the invariant, and the first few of them. */
  breaches: number
  examples: string[]
  durationMs: number
}

const EXAMPLES_MAX = 5
const SNAPSHOT = 'isolation level repeatable read read only'

/** SQL that returns the number of violations and the first few of them in one row. */
const counted = (breaches: string) =>
  `select count(*)::int as breaches, (array_agg(breach))[1:${EXAMPLES_MAX}] as examples from (${breaches}) b(breach)`

interface CountedBreaches {
  breaches: number
  examples: string[] | null
}
type RunCheck = (invariant: Invariant) => Promise<CountedBreaches | undefined>

/** Checks one invariant. */
async function checkOne(run: RunCheck, invariant: Invariant): Promise<InvariantResult> {
  const { id, promise } = invariant
  const begun = performance.now()
  const { breaches, examples } = (await run(invariant)) ?? { breaches: 0, examples: null }
  return { id, promise, breaches, examples: examples ?? [], durationMs: Math.round(performance.now() - begun) }
}

/**
 * Checks all invariants one after the other. The caller holds a snapshot, so that concurrent transactions are visible completely or not at
 * all.
 */
async function checkAll(run: RunCheck): Promise<InvariantResult[]> {
  const findings: InvariantResult[] = []
  for (const invariant of invariants) findings.push(await checkOne(run, invariant))
  return findings
}

/** Checks a database over a connection of its own, as often as it is called. */
export interface InvariantChecker {
  check(): Promise<InvariantResult[]>
  close(): Promise<void>
}

/**
 * Opens a checker. Each invariant is prepared once for the connection, because for a small database planning takes longer than execution.
 */
export async function openInvariantChecker(url: string): Promise<InvariantChecker> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return {
    async check() {
      await client.query(`begin transaction ${SNAPSHOT}`)
      const findings = await checkAll(async ({ id, sql }) => (await client.query({ name: id, text: counted(sql) })).rows[0])
      await client.query('commit')
      return findings
    },
    close: () => client.end(),
  }
}

/** More connections would only wait for each other: most of a check is the reading of whole tables. */
const CONNECTIONS_MAX = 4

/** SQL that makes a transaction see what another one sees, which begins with it; '' if it cannot be shared. */
async function readSnapshotSharingSql(client: pg.Client, distributed: boolean): Promise<string> {
  if (distributed) return ''
  const { rows } = await client.query<{ snapshot: string }>('select pg_export_snapshot() as snapshot')
  return `set transaction snapshot '${rows[0]?.snapshot}'`
}

/**
 * Checks all invariants of a database once: several at a time, at most `CONNECTIONS_MAX`, on one snapshot. The transactions of a
 * distributed database cannot share a snapshot, so it is checked over one connection.
 */
export async function checkInvariants(url: string): Promise<InvariantResult[]> {
  const clients: pg.Client[] = []
  const waiting = [...invariants]
  const found = new Map<string, InvariantResult>()
  const begin = async () => {
    const client = new pg.Client({ connectionString: url })
    clients.push(client)
    await client.connect()
    await client.query(`begin transaction ${SNAPSHOT}`)
    return client
  }
  try {
    const leader = await begin()
    const distributed = await isDistributedDatabase(leader)
    const sharing = await readSnapshotSharingSql(leader, distributed)
    const work = async (client: pg.Client) => {
      for (let next = waiting.shift(); next; next = waiting.shift())
        found.set(next.id, await checkOne(async ({ sql }) => (await client.query(counted(sql))).rows[0], next))
    }
    const follow = async () => {
      const client = await begin()
      await client.query(sharing)
      await work(client)
    }
    const followers = distributed ? 0 : Math.min(CONNECTIONS_MAX, availableParallelism()) - 1
    await Promise.all([work(leader), ...Array.from({ length: followers }, follow)])
  } finally {
    await Promise.all(clients.map((client) => client.end()))
  }
  return invariants.flatMap(({ id }) => found.get(id) ?? [])
}

/** The statement and the parameters by which a night checks an invariant; `companies`: undefined means all. */
export function toNightlyCheck({ sql: whole, nightly, acrossCompanies }: Invariant, companies: readonly string[] | undefined) {
  if (nightly !== undefined || acrossCompanies || companies === undefined) return { text: counted(nightly ?? whole), parameters: [] }
  return { text: counted(limitToCompanies(whole)), parameters: [companies] }
}

interface ServerCheckOptions {
  /** The time limit for one invariant. Exceeding it ends the whole check. */
  secondsEach: number
  /** Only what this night has to check: what is new, and a part of what is old. */
  night?: NightlyCheckOptions | undefined
}

/** Checks all invariants of a database from within the server. */
export async function checkInvariantsInServer(db: Db, { secondsEach, night }: ServerCheckOptions): Promise<InvariantResult[]> {
  return withoutTenantGuard(db, 'console')
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      await sql`set local statement_timeout = ${sql.lit(secondsEach * 1_000)}`.execute(tx)
      const { rows } = await sql<{ distributed: boolean }>`${sql.raw(IS_DISTRIBUTED_DATABASE_SQL)}`.execute(tx)
      const distributed = rows[0]?.distributed ?? false
      // Citus plans some statements only if they name the tables themselves.
      const companies = night && !distributed ? await listCompaniesOfNight(tx, night) : undefined
      const run = async (invariant: Invariant) => {
        const { text, parameters } = night ? toNightlyCheck(invariant, companies) : { text: counted(invariant.sql), parameters: [] }
        return (await tx.executeQuery<CountedBreaches>(CompiledQuery.raw(text, parameters))).rows[0]
      }
      return checkAll(run)
    })
}
