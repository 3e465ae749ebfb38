// Reads and writes the tables `proof_run` and `proof_result`.
import { sql } from 'kysely'
import { invariantDescriptionsById } from '#contract/billing/finance/invariant-sentences.ts'
import {
  type LedgerProofInvariantResult,
  type LedgerProofRun,
  MINUTES_BETWEEN_LEDGER_PROOF_STARTS_MIN,
} from '#contract/billing/finance/proof-api.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { findSealRootOfLastFinishedDay, type LedgerSealProgress, readSealProgress } from '#server/money/ledger-seals/public.ts'
import { type InvariantResult, invariants } from '#server/operations/invariants/public.ts'
import { listStaffNamesById } from '#server/people/staff/public.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { fetchPageWithTotal, type RowSlice } from '#server/platform/core/paging.ts'
import { daysBefore } from '#server/platform/core/retention-days.ts'

const MINUTE = 60_000
/** A proof that has not finished by then is lost with its process. */
const LOST_AFTER_MS = 30 * MINUTE

/** The reason for a proof: the job of a night, or a person. */
export type LedgerProofTrigger = { night: string } | { askedBy: string }

/** Starts a proof. Only one runs at a time, and one for each night. Returns undefined if there is one already. */
export async function startLedgerProof(tx: Tx, moment: Moment, cause: LedgerProofTrigger): Promise<string | undefined> {
  await tx
    .updateTable('proof_run')
    .set({ state: 'FAILED', ended_at: moment.now })
    .where('state', '=', 'RUNNING')
    .where('started_at', '<', new Date(moment.now.getTime() - LOST_AFTER_MS))
    .execute()
  const id = moment.newId()
  const target = 'night' in cause ? { night: cause.night } : { asked_by: cause.askedBy }
  const begun = await tx
    .insertInto('proof_run')
    .values({ id, ...target, state: 'RUNNING', started_at: moment.now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return begun.numInsertedOrUpdatedRows ? id : undefined
}

/** Starts a proof for a person. Refuses PROVING, and PROOF_TOO_SOON if another one started a few minutes ago. */
export async function startLedgerProofByStaff(tx: Tx, moment: Moment, staffId: string): Promise<string> {
  const since = new Date(moment.now.getTime() - MINUTES_BETWEEN_LEDGER_PROOF_STARTS_MIN * MINUTE)
  const last = await tx
    .selectFrom('proof_run')
    .select('state')
    .where('started_at', '>', since)
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (last && last.state !== 'RUNNING') refuse('PROOF_TOO_SOON')
  return (await startLedgerProof(tx, moment, { askedBy: staffId })) ?? refuse('PROVING')
}

export async function isLedgerProofRunning(db: Db, id: string): Promise<boolean> {
  const row = await db.selectFrom('proof_run').select('state').where('id', '=', id).executeTakeFirst()
  return row?.state === 'RUNNING'
}

/**
 * The last proof of a night that has ended with a result, unless the newest of all has found a breach: whoever goes on from there would not
 * see it again. undefined: there is none.
 */
export async function findProofToContinue(db: Db): Promise<{ night: string; startedAt: Date } | undefined> {
  const done = db
    .selectFrom('proof_run')
    .select(['night', 'started_at as startedAt', 'breaches'])
    .where('state', '=', 'DONE')
    .orderBy('started_at', 'desc')
    .limit(1)
  const newest = await done.executeTakeFirst()
  if (newest?.breaches !== 0) return undefined
  const last = await done.where('night', 'is not', null).executeTakeFirst()
  return last && last.night !== null ? { night: last.night, startedAt: last.startedAt } : undefined
}

/** Saves the result of a proof, with the root of the last day of seals; null: it failed. A second call for the same proof changes nothing. */
export async function finishLedgerProof(tx: Tx, moment: Moment, id: string, findings: readonly InvariantResult[] | null): Promise<void> {
  const breaches = findings === null ? null : findings.reduce((sofar, one) => sofar + one.breaches, 0)
  const seal = findings === null ? undefined : await findSealRootOfLastFinishedDay(tx)
  const ended = await tx
    .updateTable('proof_run')
    .set({ state: findings === null ? 'FAILED' : 'DONE', ended_at: moment.now, breaches, seal_day: seal?.day, seal_root: seal?.root })
    .where('id', '=', id)
    .where('state', '=', 'RUNNING')
    .returning('started_at')
    .executeTakeFirst()
  if (!ended || findings === null || findings.length === 0) return
  const rows = findings.map((one) => ({
    run_id: id,
    invariant: one.id,
    breaches: one.breaches,
    duration_ms: one.durationMs,
    examples: JSON.stringify(one.examples),
    at: ended.started_at,
  }))
  await tx.insertInto('proof_result').values(rows).execute()
}

const runs = (db: Db) =>
  db.selectFrom('proof_run').select(['id', 'night', 'asked_by', 'state', 'started_at', 'ended_at', 'breaches', 'seal_day', 'seal_root'])
type Row = Awaited<ReturnType<ReturnType<typeof runs>['executeTakeFirstOrThrow']>>

const runFrom = (row: Row, people: ReadonlyMap<string, string>): LedgerProofRun => ({
  id: row.id,
  night: row.night,
  state: row.state,
  startedAt: row.started_at,
  endedAt: row.ended_at,
  breaches: row.breaches,
  seal: row.seal_day === null || row.seal_root === null ? null : { day: row.seal_day, root: row.seal_root.toString('hex') },
  askedBy: row.asked_by === null ? null : (people.get(row.asked_by) ?? ''),
})

/** Lists proofs, newest first. */
export async function listLedgerProofRuns(db: Db, { limit, offset }: RowSlice): Promise<{ dataList: LedgerProofRun[]; total: number }> {
  const people = await listStaffNamesById(db)
  const { rows, total } = await fetchPageWithTotal(runs(db).orderBy('started_at', 'desc'), db.selectFrom('proof_run'), { limit, offset })
  return { dataList: rows.map((row) => runFrom(row, people)), total }
}

/** Lists all invariants with the result of the latest finished proof and the time when each last held, and says how far rows are sealed. */
export async function readLatestProofOfAllInvariants(
  db: Db,
): Promise<{ run: LedgerProofRun | null; running: LedgerProofRun | null; lines: LedgerProofInvariantResult[]; seals: LedgerSealProgress }> {
  const people = await listStaffNamesById(db)
  const last = await runs(db).where('state', '=', 'DONE').orderBy('started_at', 'desc').limit(1).executeTakeFirst()
  const running = await runs(db).where('state', '=', 'RUNNING').limit(1).executeTakeFirst()
  const results = last ? await db.selectFrom('proof_result').selectAll().where('run_id', '=', last.id).execute() : []
  const { rows: greens } = await sql<{ invariant: string; at: Date }>`
    select invariant, max(at) as at from proof_result where breaches = 0 group by invariant`.execute(db)
  const lines = invariants.map(({ id, promise }): LedgerProofInvariantResult => {
    const result = results.find(({ invariant }) => invariant === id)
    return {
      invariant: id,
      sentence: invariantDescriptionsById[id] ?? promise,
      breaches: result?.breaches ?? null,
      examples: result ? (JSON.parse(result.examples) as string[]) : [],
      durationMs: result?.duration_ms ?? null,
      greenAt: greens.find(({ invariant }) => invariant === id)?.at ?? null,
    }
  })
  return {
    run: last ? runFrom(last, people) : null,
    running: running ? runFrom(running, people) : null,
    lines,
    seals: await readSealProgress(db),
  }
}

/** Deletes runs without findings, with their results, after some days. Runs with findings are kept. */
export async function deleteOldProofRunsWithoutFindings(tx: Tx, moment: Moment, keptDays: number): Promise<void> {
  const old = tx.selectFrom('proof_run').select('id').where('ended_at', '<', daysBefore(moment, keptDays)).where('breaches', '=', 0)
  await tx.deleteFrom('proof_result').where('run_id', 'in', old).execute()
  await tx.deleteFrom('proof_run').where('id', 'in', old).execute()
}
