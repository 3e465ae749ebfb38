import type { FastifyBaseLogger } from 'fastify'
import type { GoodsBulkEditState } from '#contract/catalog/goods-bulk/bulk-lifecycle.ts'
import { type Db, runInTransaction, type Tx } from '#server/platform/core/db.ts'
import { type Clock, createMoment, type Moment } from '#server/platform/core/moment.ts'
import { publishEvents } from '#server/platform/core/outbox.ts'
import {
  computeTimeSliceEnd,
  hashTrialWrites,
  type ProgressRecordReason,
  workUntilTimeSliceEnds,
  writeItemsIsolatingRefusals,
  writeItemsRetryingChangedMeanwhile,
} from '#server/platform/core/time-slice.ts'
import {
  findGoodsBulkEdit,
  type GoodsBulkEditRecord,
  lockGoodsBulkEditIfInState,
  shareLockGoodsBulkEditIfInState,
  updateGoodsBulkEditRow,
} from './bulk-store.ts'
import type { GoodsBulkEditRowPlan } from './plan/bulk-plan.ts'
import { planGoodsBulkEditBatch } from './plan/plan-batch.ts'
import { type GoodsBulkEditSharedData, readGoodsBulkEditSharedData } from './plan/shared-facts.ts'
import {
  countBulkEditRowsByResult,
  readBulkEditTrialHashes,
  readNextPendingGoodsBulkEditRows,
  recordBulkEditRowFault,
  saveBulkEditTrialResults,
} from './row-store.ts'
import { applyGoodsBulkEditRow, undoGoodsBulkEditRow } from './write-goods.ts'

/** How many goods are read together. */
const BATCH = { trying: 200, writing: 50 } as const

interface Around {
  db: Db
  clock: Clock
  log: FastifyBaseLogger
}

/** Processes the next goods after a row. Returns the last of them; undefined: none are left, or the bulk edit was stopped. */
type Step = (around: Around, job: GoodsBulkEditRecord, shared: GoodsBulkEditSharedData, after: number) => Promise<number | undefined>

const tryNext: Step = async ({ db }, { id, change }, shared, after) => {
  const rows = await readNextPendingGoodsBulkEditRows(db, id, { waiting: 'untried', after, limit: BATCH.trying })
  const plans = await planGoodsBulkEditBatch(db, rows, { change, shared })
  if (plans.length === 0) return undefined
  const written = await runInTransaction(db, async (tx) => {
    if (!(await shareLockGoodsBulkEditIfInState(tx, id, 'trying'))) return false
    await saveBulkEditTrialResults(tx, id, plans)
    return true
  })
  return written ? plans.at(-1)?.row : undefined
}

const CHANGED = '试算之后商品有变动，没有修改；请重新试算'
const FAILED = '写入时出错，没有修改；请稍后重试'

interface OneRow {
  row: number
  state: GoodsBulkEditState
  /** Why the goods must not be written; undefined: they may be. */
  refusal?: string | undefined
  write: (tx: Tx, moment: Moment) => Promise<void>
  /** Called when `write` refuses, instead of recording the refusal; undefined: the refusal is recorded. */
  planAgain?: (() => void) | undefined
}

/** Writes one product completely, or records why it was not written. Returns false once the bulk edit is no longer in this state. */
async function writeOne(
  { db, clock, log }: Around,
  { id }: GoodsBulkEditRecord,
  { row, state, refusal, write, planAgain }: OneRow,
): Promise<boolean> {
  const result = state === 'undoing' ? 'kept' : 'refused'
  const moment = createMoment(clock())
  const refuse = (tx: Tx, reason: string) => recordBulkEditRowFault(tx, id, row, { result, reason })
  return writeItemsIsolatingRefusals(db, [row], {
    hold: (tx) => shareLockGoodsBulkEditIfInState(tx, id, state),
    write: (tx) => (refusal === undefined ? write(tx, moment) : refuse(tx, refusal)),
    refuse: async (tx, _, reason) => (planAgain && reason !== FAILED ? planAgain() : refuse(tx, reason)),
    failed: { reason: FAILED, log: (error) => log.error({ err: error, bulkId: id, row }, 'goods of a bulk edit were not written') },
  })
}

/** Why goods are not written; undefined: they are unchanged since the trial. */
function findRefusal({ result, reason, seen: now }: GoodsBulkEditRowPlan, seen: Buffer | null): string | undefined {
  if (result === 'changed' && seen?.equals(now)) return undefined
  return reason === '' ? CHANGED : reason
}

type Rows = Readonly<Awaited<ReturnType<typeof readNextPendingGoodsBulkEditRows>>>

/**
 * Plans goods and writes those that are unchanged since the trial. Returns the goods to plan again; undefined: the bulk edit was stopped.
 */
async function applyRows(
  around: Around,
  job: GoodsBulkEditRecord,
  shared: GoodsBulkEditSharedData,
  { rows, last }: { rows: Rows; last: boolean },
): Promise<Rows | undefined> {
  const overtaken = new Set<number>()
  const seen = new Map(rows.map((row) => [row.row, row.seen]))
  const plans = await planGoodsBulkEditBatch(around.db, rows, { change: job.change, shared })
  for (const plan of plans) {
    const refusal = findRefusal(plan, seen.get(plan.row) ?? null)
    const write: OneRow['write'] = (tx, moment) => applyGoodsBulkEditRow(tx, moment, job, plan)
    const planAgain = last ? undefined : () => void overtaken.add(plan.row)
    if (!(await writeOne(around, job, { row: plan.row, state: 'applying', refusal, write, planAgain }))) return undefined
  }
  return rows.filter(({ row }) => overtaken.has(row))
}

const applyNext: Step = async (around, job, shared, after) => {
  const rows = await readNextPendingGoodsBulkEditRows(around.db, job.id, { waiting: 'due', after, limit: BATCH.writing })
  const on = await writeItemsRetryingChangedMeanwhile(rows, (open, last) => applyRows(around, job, shared, { rows: open, last }))
  return on ? rows.at(-1)?.row : undefined
}

const undoNext: Step = async (around, job, _, after) => {
  const rows = await readNextPendingGoodsBulkEditRows(around.db, job.id, { waiting: 'due', after, limit: BATCH.writing })
  for (const row of rows) {
    const one: OneRow = { row: row.row, state: 'undoing', write: (tx, moment) => undoGoodsBulkEditRow(tx, moment, job, row) }
    if (!(await writeOne(around, job, one))) return undefined
  }
  return rows.at(-1)?.row
}

const steps: Partial<Record<GoodsBulkEditState, Step>> = { trying: tryNext, applying: applyNext, undoing: undoNext }

/** Records the progress of a bulk edit. The end is a step of its lifecycle. At the end of a time slice it schedules the rest. */
async function recordProgress(
  { db, clock }: Around,
  { id, state, goodsCount }: GoodsBulkEditRecord,
  end: ProgressRecordReason,
): Promise<void> {
  const moment = createMoment(clock())
  const { counts, tried, due } = await countBulkEditRowsByResult(db, id)
  const doneCount = state === 'trying' ? tried : (state === 'undoing' ? counts.applied : goodsCount) - due
  const triedHash = end === 'complete' && state === 'trying' ? await hashTrialWrites(id, await readBulkEditTrialHashes(db, id)) : undefined
  await runInTransaction(db, async (tx) => {
    if (!(await lockGoodsBulkEditIfInState(tx, id, state))) return updateGoodsBulkEditRow(tx, id, { counts })
    await updateGoodsBulkEditRow(tx, id, { counts, doneCount })
    if (end === 'slice') return publishEvents(tx, moment, [{ topic: 'goods-bulk.due', payload: { bulkId: id } }])
    if (end === 'none') return
    if (triedHash) return updateGoodsBulkEditRow(tx, id, { triedHash, state: 'tried' })
    return updateGoodsBulkEditRow(tx, id, state === 'undoing' ? { state: 'undone' } : { state: 'done', endedAt: moment.now })
  })
}

/**
 * Works on a bulk edit for some seconds: tries, writes or restores its next goods, and schedules the rest. It may run twice at once or be
 * killed at any point: goods are written once, and restored once.
 */
export async function runGoodsBulkEditForTimeSlice(around: Around, bulkId: string): Promise<void> {
  const { db } = around
  const job = await findGoodsBulkEdit(db, bulkId)
  const step = job && steps[job.state]
  if (!step) return
  const shared = await readGoodsBulkEditSharedData(db, job.appliedBy ?? job.staffId)
  await workUntilTimeSliceEnds(computeTimeSliceEnd(), {
    step: (after) => step(around, job, shared, after),
    record: (end) => recordProgress(around, job, end),
  })
}
