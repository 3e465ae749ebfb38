import type { GoodsImportFault } from '#contract/catalog/goods-import/shapes.ts'
import type { FileStore } from '#server/people/files/public.ts'
import { recordFileImport } from '#server/platform/core/audit.ts'
import { type Db, runInTransaction } from '#server/platform/core/db.ts'
import { type Clock, createMoment, monotonicNowMs } from '#server/platform/core/moment.ts'
import { publishEvents } from '#server/platform/core/outbox.ts'
import {
  computeTimeSliceEnd,
  hashTrialWrites,
  type ProgressRecordReason,
  splitIntoGrowingGroups,
  workUntilTimeSliceEnds,
  writeItemsIsolatingRefusals,
  writeItemsRetryingChangedMeanwhile,
} from '#server/platform/core/time-slice.ts'
import { publishGoodsImportPlans } from './apply-goods.ts'
import { storeArchiveFilesInLibrary } from './archive/unpack.ts'
import { toSheetColumns } from './columns/titles.ts'
import {
  deleteGoodsImportArchive,
  findGoodsImport,
  type GoodsImportRecord,
  lockGoodsImportIfInState,
  shareLockGoodsImportIfInState,
  updateGoodsImportRow,
} from './import-store.ts'
import type { GoodsImportPlan } from './plan/goods-plan.ts'
import { type ImportPlanOptions, planGoodsImportBatch } from './plan/plan-batch.ts'
import { readGoodsImportSharedData } from './plan/shared-facts.ts'
import {
  countImportRowsByResult,
  markImportRowsRefused,
  readNextPendingImportRowsByGoods,
  saveImportTrialResults,
  streamGoodsImportTrialHashes,
} from './row-store.ts'

/** How many goods are read together. Their plans are in memory. */
const READ_TOGETHER = 200
/** How many goods share a transaction at most. The transaction holds the lock of prices for about 0.2 s. */
const WRITTEN_TOGETHER = 50
type StoreLog = Parameters<typeof storeArchiveFilesInLibrary>[0]['log']

interface Around {
  db: Db
  clock: Clock
  log: StoreLog
  files: FileStore
}

async function planOptions(db: Db, job: GoodsImportRecord): Promise<ImportPlanOptions> {
  const shared = await readGoodsImportSharedData(db, { staffId: job.appliedBy ?? job.staffId, importId: job.id })
  return { mode: job.mode, clearEmpty: job.clearEmpty, columns: toSheetColumns(job.titles, shared.attributes), shared }
}

/** Tries the next goods. Returns the last of them; undefined: there are none. */
async function tryNext({ db }: Around, job: GoodsImportRecord, options: ImportPlanOptions, after: number): Promise<number | undefined> {
  const groups = await readNextPendingImportRowsByGoods(db, job.id, { waiting: 'untried', after, limit: READ_TOGETHER })
  const plans = await planGoodsImportBatch(db, groups, options)
  if (plans.length === 0) return undefined
  const written = await runInTransaction(db, async (tx) => {
    if (!(await shareLockGoodsImportIfInState(tx, job.id, 'trying'))) return false
    await saveImportTrialResults(tx, job.id, plans)
    return true
  })
  return written ? plans.at(-1)?.goodsNo : undefined
}

const CHANGED = '试算之后商品、参数或图片有变动，请重新上传并试算'
const FAILED = '写入时出错，没有导入；请稍后重新上传'

interface Attempt {
  plans: readonly GoodsImportPlan[]
  /** Whether a refusal is final. */
  last: boolean
}

type RowFaults = ReadonlyMap<number, readonly GoodsImportFault[]>

const atRow = (plan: GoodsImportPlan, reason: string): RowFaults =>
  new Map([[plan.goodsNo, [{ column: '', value: '', reason, suggestion: '' }]]])

/** Why goods are not written; undefined: they are unchanged since the trial. */
function findRefusal(plan: GoodsImportPlan, seen: Buffer | null): RowFaults | undefined {
  if (plan.due && seen?.equals(plan.seen)) return undefined
  const faults = new Map(
    plan.rows.flatMap(({ row, faults: of }) => (of.length > 0 ? [[row, of.map(({ row: _, ...fault }) => fault)] as const] : [])),
  )
  return plan.due || faults.size === 0 ? atRow(plan, CHANGED) : faults
}

/**
 * Writes plans, each completely or not at all. It returns the numbers of the goods that were refused because they were changed after
 * planning; at the last try it records the reason instead. Undefined: the import is no longer being applied.
 */
async function applyPlans({ db, clock, log }: Around, job: GoodsImportRecord, { plans, last }: Attempt): Promise<Set<number> | undefined> {
  const moment = createMoment(clock())
  const overtaken = new Set<number>()
  const on = await writeItemsIsolatingRefusals(db, plans, {
    hold: (tx) => shareLockGoodsImportIfInState(tx, job.id, 'applying'),
    write: (tx, some) => publishGoodsImportPlans(tx, moment, job, some),
    refuse: async (tx, plan, reason) => {
      if (last || reason === FAILED) await markImportRowsRefused(tx, job.id, [plan.goodsNo], atRow(plan, reason))
      else overtaken.add(plan.goodsNo)
    },
    failed: {
      reason: FAILED,
      log: (error, { goodsNo }) => log.error({ err: error, importId: job.id, row: goodsNo }, 'goods of an import were not written'),
    },
  })
  return on ? overtaken : undefined
}

/** Records the goods that differ from the trial. Returns false once the import is no longer being applied. */
async function refusePlans({ db }: Around, { id }: GoodsImportRecord, refused: readonly { plan: GoodsImportPlan; faults: RowFaults }[]) {
  if (refused.length === 0) return true
  return runInTransaction(db, async (tx) => {
    if (!(await shareLockGoodsImportIfInState(tx, id, 'applying'))) return false
    const faults = new Map(refused.flatMap((one) => [...one.faults]))
    await markImportRowsRefused(
      tx,
      id,
      refused.map(({ plan }) => plan.goodsNo),
      faults,
    )
    return true
  })
}

type Groups = Readonly<Awaited<ReturnType<typeof readNextPendingImportRowsByGoods>>>

/**
 * Plans goods and writes those that are unchanged since the trial. Returns the goods to plan again; undefined: the import is no longer
 * being applied.
 */
async function applyGroups(
  around: Around,
  job: GoodsImportRecord,
  options: ImportPlanOptions,
  { groups, last }: { groups: Groups; last: boolean },
) {
  const seen = new Map(groups.map(([row]) => [row?.row, row?.seen ?? null]))
  const plans = await planGoodsImportBatch(around.db, groups, options)
  const refused = plans.flatMap((plan) => {
    const faults = findRefusal(plan, seen.get(plan.goodsNo) ?? null)
    return faults ? [{ plan, faults }] : []
  })
  if (!(await refusePlans(around, job, refused))) return undefined
  const barred = new Set(refused.map(({ plan }) => plan))
  const kept = plans.filter((plan) => !barred.has(plan))
  const again = new Set<number>()
  for (const some of splitIntoGrowingGroups(kept, WRITTEN_TOGETHER)) {
    const overtaken = await applyPlans(around, job, { plans: some, last })
    if (!overtaken) return undefined
    for (const goodsNo of overtaken) again.add(goodsNo)
  }
  return groups.filter(([row]) => row && again.has(row.row))
}

/** Writes the next goods. Returns the last of them; undefined: none are left, or the import is no longer being applied. */
async function applyNext(around: Around, job: GoodsImportRecord, options: ImportPlanOptions, after: number): Promise<number | undefined> {
  const groups = await readNextPendingImportRowsByGoods(around.db, job.id, { waiting: 'due', after, limit: READ_TOGETHER })
  const on = await writeItemsRetryingChangedMeanwhile(groups, (open, last) => applyGroups(around, job, options, { groups: open, last }))
  return on ? groups.at(-1)?.[0]?.row : undefined
}

/** Records the progress of an import. The end is a step of its lifecycle. At the end of a time slice it schedules the rest. */
async function recordProgress(
  { db, clock }: Around,
  { id, state, rowCount, fileName, appliedBy }: GoodsImportRecord,
  end: ProgressRecordReason,
): Promise<void> {
  const moment = createMoment(clock())
  const { counts, tried, due } = await countImportRowsByResult(db, id)
  const doneCount = state === 'trying' ? tried : rowCount - due
  const triedHash = end === 'complete' && state === 'trying' ? await hashTrialWrites(id, streamGoodsImportTrialHashes(db, id)) : undefined
  await runInTransaction(db, async (tx) => {
    if (!(await lockGoodsImportIfInState(tx, id, state))) return updateGoodsImportRow(tx, id, { counts })
    if (end !== 'complete') {
      await updateGoodsImportRow(tx, id, { counts, doneCount })
      if (end === 'none') return
      return publishEvents(tx, moment, [{ topic: 'goods-import.due', payload: { importId: id } }])
    }
    if (triedHash) return updateGoodsImportRow(tx, id, { counts, doneCount, triedHash, state: 'tried' })
    if (appliedBy !== null) {
      const file = { kind: 'goods', fileName, rows: rowCount, refused: counts.refused, importId: id } as const
      await recordFileImport(tx, moment, { origin: { requestId: id, ip: '' }, staffId: appliedBy, ...file })
    }
    return updateGoodsImportRow(tx, id, { counts, doneCount, state: 'done', endedAt: moment.now })
  })
}

/** Puts the files of the archive into the library. Returns whether all of them are there. */
async function unpackArchive(
  { db, clock, log, files }: Around,
  { id, staffId, archiveId }: GoodsImportRecord,
  until: number,
): Promise<boolean> {
  if (archiveId === null) return true
  const goOn = () => monotonicNowMs() < until
  const through = await storeArchiveFilesInLibrary(
    { db, files, log, moment: () => createMoment(clock()), goOn },
    { id, staffId, archiveId },
  )
  if (through) await deleteGoodsImportArchive(db, files, { id, archiveId })
  return through
}

/**
 * Works on an import for some seconds: tries or writes its next goods, and schedules the rest. It may run twice at once or be killed at any
 * point: trial results are kept, and goods are written once.
 */
export async function runGoodsImportForTimeSlice(around: Around, importId: string): Promise<void> {
  const { db } = around
  const job = await findGoodsImport(db, importId)
  if (job?.state !== 'trying' && job?.state !== 'applying') return
  const step = job.state === 'trying' ? tryNext : applyNext
  const until = computeTimeSliceEnd()
  if (!(await unpackArchive(around, job, until))) return recordProgress(around, job, 'slice')
  const options = await planOptions(db, job)
  await workUntilTimeSliceEnds(until, {
    step: (after) => step(around, job, options, after),
    record: (end) => recordProgress(around, job, end),
  })
}
