// Reads and writes the table `moving_in`.
import * as z from 'zod/mini'
import { type MovingInState, type MovingInVerb, movingInLifecycle } from '#contract/operations/moving-in/moving-in-lifecycle.ts'
import { type MovingInRun, MovingInTotals } from '#contract/operations/moving-in/shapes.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { areIndependentPeople } from '#server/people/dual-control/public.ts'
import { listStaffNamesById } from '#server/people/staff/public.ts'
import { type Db, runInTransaction, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { fetchPageWithTotal, type RowSlice } from '#server/platform/core/paging.ts'
import { daysBefore } from '#server/platform/core/retention-days.ts'
import { buildRowVersionSubquery } from '#server/platform/core/row-edits.ts'

export interface MovingInRecord {
  id: string
  staffId: string
  fileName: string
  state: MovingInState
  companyCount: number
  totals: MovingInTotals | null
  sums: MovingInTotals | null
  triedHash: Buffer | null
  submittedBy: string | null
  approvedBy: string | null
}

const selectRuns = (db: Db) =>
  db.selectFrom('moving_in').selectAll('moving_in').select(buildRowVersionSubquery('movingInSums', 'moving_in.id').as('rowVersion'))
type Row = Awaited<ReturnType<ReturnType<typeof selectRuns>['executeTakeFirstOrThrow']>>

/** Totals are stored as they are sent, in yuan. */
const decodeTotals = (stored: unknown): MovingInTotals | null =>
  stored === null ? null : z.decode(MovingInTotals, stored as z.input<typeof MovingInTotals>)
const encodeTotals = (totals: MovingInTotals): string => JSON.stringify(z.encode(MovingInTotals, totals))

const recordFrom = (row: Row): MovingInRecord => ({
  id: row.id,
  staffId: row.staff_id,
  fileName: row.file_name,
  state: row.state,
  companyCount: row.company_count,
  totals: decodeTotals(row.totals),
  sums: decodeTotals(row.sums),
  triedHash: row.tried_hash,
  submittedBy: row.submitted_by,
  approvedBy: row.approved_by,
})

const NONE: MovingInRun['counts'] = { ready: 0, refused: 0, moved: 0 }

const viewOf = (row: Row, staff: ReadonlyMap<string, string>): MovingInRun => {
  const nameOf = (id: string | null) => (id === null ? null : (staff.get(id) ?? ''))
  return {
    id: row.id,
    fileName: row.file_name,
    state: row.state,
    companyCount: row.company_count,
    doneCount: row.done_count,
    counts: { ...NONE, ...(row.counts as Partial<MovingInRun['counts']>) },
    totals: decodeTotals(row.totals),
    sums: decodeTotals(row.sums),
    rowVersion: row.rowVersion,
    moved: decodeTotals(row.moved),
    seen: row.tried_hash?.toString('base64url') ?? null,
    by: nameOf(row.staff_id) ?? '',
    createdAt: row.created_at,
    submittedBy: nameOf(row.submitted_by),
    submittedAt: row.submitted_at,
    approvedBy: nameOf(row.approved_by),
    approvedAt: row.approved_at,
    whyNotApprove: null,
    note: row.note,
    endedAt: row.ended_at,
  }
}

export interface NewMovingIn {
  id: string
  staffId: string
  fileName: string
  fileHash: Buffer
  companyCount: number
  sums: MovingInTotals | null
}

export async function insertMovingIn(
  tx: Tx,
  moment: Moment,
  { id, staffId, fileName, fileHash, companyCount, sums }: NewMovingIn,
): Promise<void> {
  await tx
    .insertInto('moving_in')
    .values({
      id,
      staff_id: staffId,
      file_name: fileName,
      file_hash: fileHash,
      state: 'trying',
      company_count: companyCount,
      sums: sums && encodeTotals(sums),
      created_at: moment.now,
    })
    .execute()
}

export async function findMovingInRun(db: Db, id: string): Promise<MovingInRecord | undefined> {
  const row = await selectRuns(db).where('id', '=', id).executeTakeFirst()
  return row && recordFrom(row)
}

/** Reads one run for a person, with the reason if he cannot be its second person. Refuses MOVING_IN_NOT_FOUND. */
export async function readMovingInRunForStaff(
  db: Db,
  moment: Moment,
  { id, staffId }: { id: string; staffId: string },
): Promise<MovingInRun> {
  const row = (await selectRuns(db).where('id', '=', id).executeTakeFirst()) ?? refuse('MOVING_IN_NOT_FOUND')
  const view = viewOf(row, await listStaffNamesById(db))
  if (row.state !== 'submitted' || row.submitted_by === null) return view
  if (row.submitted_by === staffId) return { ...view, whyNotApprove: '由您提交，须由另一人复核' }
  const second = await areIndependentPeople(db, { firstId: row.submitted_by, secondId: staffId }, moment)
  return { ...view, whyNotApprove: second ? null : '您与提交人的账号在 7 天内由同一人新增或重置，不能互相复核' }
}

/** Returns a page of runs, newest first. */
export async function listMovingInRuns(db: Db, slice: RowSlice): Promise<{ dataList: MovingInRun[]; total: number }> {
  const page = selectRuns(db).orderBy('created_at', 'desc').orderBy('id', 'desc')
  const { rows, total } = await fetchPageWithTotal(page, db.selectFrom('moving_in'), slice)
  const staff = await listStaffNamesById(db)
  return { dataList: rows.map((row) => viewOf(row, staff)), total }
}

const isFrom = (verb: MovingInVerb, state: MovingInState): boolean => movingInLifecycle.verbs[verb].from.some((one) => one === state)

/** Locks a run for one step of its lifecycle. Refuses MOVING_IN_NOT_FOUND, MOVING_IN_STATE_WRONG. */
export async function requireLockedMovingIn(tx: Tx, id: string, verb: MovingInVerb): Promise<MovingInRecord> {
  const row = (await selectRuns(tx).where('id', '=', id).forUpdate().executeTakeFirst()) ?? refuse('MOVING_IN_NOT_FOUND')
  if (!isFrom(verb, row.state)) refuse('MOVING_IN_STATE_WRONG')
  return recordFrom(row)
}

/** Locks a run, so that it cannot be stopped while something is written for it. Returns whether it is still in this state. */
export async function shareLockMovingInIfInState(tx: Tx, id: string, state: MovingInState): Promise<boolean> {
  const row = await tx.selectFrom('moving_in').select('state').where('id', '=', id).forShare().executeTakeFirst()
  return row?.state === state
}

/** Locks only the run, to record its progress. Returns whether it is still in this state. */
export async function lockMovingInIfInState(tx: Tx, id: string, state: MovingInState): Promise<boolean> {
  const row = await tx.selectFrom('moving_in').select('state').where('id', '=', id).forUpdate().executeTakeFirst()
  return row?.state === state
}

interface MovingInChange {
  state?: MovingInState
  doneCount?: number
  counts?: MovingInRun['counts']
  totals?: MovingInTotals
  sums?: MovingInTotals
  moved?: MovingInTotals
  triedHash?: Buffer
  submitted?: { by: string; at: Date }
  approved?: { by: string; at: Date }
  note?: string | null
  endedAt?: Date
}

export async function updateMovingInRow(tx: Tx, id: string, change: MovingInChange): Promise<void> {
  const { state, doneCount, counts, totals, sums, moved, triedHash, submitted, approved, note, endedAt } = change
  await tx
    .updateTable('moving_in')
    .set({
      ...(state && { state }),
      ...(doneCount === undefined ? {} : { done_count: doneCount }),
      ...(counts && { counts: JSON.stringify(counts) }),
      ...(totals && { totals: encodeTotals(totals) }),
      ...(sums && { sums: encodeTotals(sums) }),
      ...(moved && { moved: encodeTotals(moved) }),
      ...(triedHash && { tried_hash: triedHash }),
      ...(submitted && { submitted_by: submitted.by, submitted_at: submitted.at }),
      ...(approved && { approved_by: approved.by, approved_at: approved.at }),
      ...(note === undefined ? {} : { note }),
      ...(endedAt && { ended_at: endedAt }),
    })
    .where('id', '=', id)
    .execute()
}

/**
 * Some days after the upload it erases the rows of the file, because they contain mobile numbers, and deletes runs that have moved nothing.
 * Runs that moved companies stay, with their sums: the audit compares them with the ledger.
 */
export async function deleteOldMovingInRowsAndUnapprovedRuns(db: Db, moment: Moment, keptDays: number): Promise<void> {
  const until = daysBefore(moment, keptDays)
  const old = db
    .selectFrom('moving_in')
    .select(['id', 'approved_at'])
    .where('created_at', '<', until)
    .where('state', 'in', ['done', 'cancelled', 'tried', 'trying', 'submitted'])
  for (const { id, approved_at } of await old.execute())
    await runInTransaction(db, async (tx) => {
      if (approved_at === null) return tx.deleteFrom('moving_in').where('id', '=', id).execute()
      return tx
        .updateTable('moving_in_company')
        .set({ sealed: null })
        .where('moving_in_id', '=', id)
        .where('sealed', 'is not', null)
        .execute()
    })
}
