import type { GoodsImportFault } from '#contract/catalog/goods-import/shapes.ts'
import type { FileStore } from '#server/people/files/public.ts'
import { type Db, runInTransaction } from '#server/platform/core/db.ts'
import { type Clock, createMoment, monotonicNow } from '#server/platform/core/moment.ts'
import { publishEvents } from '#server/platform/core/outbox.ts'
import { endOfSlice, hashTrial, type SliceEnd, workUntil, writeOrRecordFailure } from '#server/platform/core/time-slice.ts'
import { applyGoods } from './apply-goods.ts'
import { unpackFiles } from './archive/unpack.ts'
import { resolveTitles } from './columns/titles.ts'
import { dropArchive, findImport, type ImportRecord, lockState, shareLockIfInState, updateImport } from './import-store.ts'
import type { GoodsPlan } from './plan/goods-plan.ts'
import { type PlanOptions, planBatch } from './plan/plan-batch.ts'
import { readSharedFacts } from './plan/shared-facts.ts'
import { countRows, markRefused, readNextGoodsBatch, readSeen, updateResults } from './row-store.ts'

/** Goods that are read together. The plans of so many are in memory. */
const BATCH = { trying: 200, applying: 50 } as const
type StoreLog = Parameters<typeof unpackFiles>[0]['log']

interface Around {
  db: Db
  clock: Clock
  log: StoreLog
  files: FileStore
}

async function planOptions(db: Db, job: ImportRecord): Promise<PlanOptions> {
  const shared = await readSharedFacts(db, { staffId: job.appliedBy ?? job.staffId, importId: job.id })
  return { mode: job.mode, clearEmpty: job.clearEmpty, columns: resolveTitles(job.titles, shared.attributes), shared }
}

/** Tries the next goods. Returns the last of them; undefined: there are none. */
async function tryNext({ db }: Around, job: ImportRecord, options: PlanOptions, after: number): Promise<number | undefined> {
  const groups = await readNextGoodsBatch(db, job.id, { waiting: 'untried', after, limit: BATCH.trying })
  const plans = await planBatch(db, groups, options)
  if (plans.length === 0) return undefined
  const written = await runInTransaction(db, async (tx) => {
    if (!(await shareLockIfInState(tx, job.id, 'trying'))) return false
    await updateResults(tx, job.id, plans)
    return true
  })
  return written ? plans.at(-1)?.goodsNo : undefined
}

const CHANGED = '试算之后商品、参数或图片有变动，请重新上传并试算'
const FAILED = '写入时出错，没有导入；请稍后重新上传'

const atRow = (plan: GoodsPlan, reason: string): Map<number, GoodsImportFault[]> =>
  new Map([[plan.goodsNo, [{ column: '', value: '', reason, suggestion: '' }]]])

/** Why goods are not written; undefined: they are still what was tried. */
function findRefusal(plan: GoodsPlan, seen: Buffer | null): Map<number, GoodsImportFault[]> | undefined {
  if (plan.due && seen?.equals(plan.seen)) return undefined
  const faults = new Map(
    plan.rows.flatMap(({ row, faults: of }) => (of.length > 0 ? [[row, of.map(({ row: _, ...fault }) => fault)] as const] : [])),
  )
  return plan.due || faults.size === 0 ? atRow(plan, CHANGED) : faults
}

/** Writes one product, or records why not. Returns false once the import is no longer to be applied. */
async function applyOne({ db, clock, log }: Around, job: ImportRecord, plan: GoodsPlan, seen: Buffer | null): Promise<boolean> {
  const moment = createMoment(clock())
  const refusal = findRefusal(plan, seen)
  return writeOrRecordFailure(db, {
    hold: (tx) => shareLockIfInState(tx, job.id, 'applying'),
    write: (tx) => (refusal ? markRefused(tx, job.id, plan.goodsNo, refusal) : applyGoods(tx, moment, job, plan)),
    refuse: (tx, reason) => markRefused(tx, job.id, plan.goodsNo, atRow(plan, reason)),
    failed: {
      reason: FAILED,
      log: (error) => log.error({ err: error, importId: job.id, row: plan.goodsNo }, 'goods of an import were not written'),
    },
  })
}

async function applyNext(around: Around, job: ImportRecord, options: PlanOptions, after: number): Promise<number | undefined> {
  const groups = await readNextGoodsBatch(around.db, job.id, { waiting: 'due', after, limit: BATCH.applying })
  const seen = new Map(groups.map(([row]) => [row?.row, row?.seen ?? null]))
  const plans = await planBatch(around.db, groups, options)
  for (const plan of plans) if (!(await applyOne(around, job, plan, seen.get(plan.goodsNo) ?? null))) return undefined
  return plans.at(-1)?.goodsNo
}

/** Records how far an import has come. Its end is a step of its lifecycle. At the end of a slice the rest is asked for. */
async function recordProgress({ db, clock }: Around, { id, state, rowCount }: ImportRecord, end: SliceEnd): Promise<void> {
  const moment = createMoment(clock())
  const { counts, tried, due } = await countRows(db, id)
  const doneCount = state === 'trying' ? tried : rowCount - due
  const triedHash = end === 'complete' && state === 'trying' ? await hashTrial(id, readSeen(db, id)) : undefined
  await runInTransaction(db, async (tx) => {
    if (!(await lockState(tx, id, state))) return updateImport(tx, id, { counts })
    if (end !== 'complete') {
      await updateImport(tx, id, { counts, doneCount })
      if (end === 'none') return
      return publishEvents(tx, moment, [{ topic: 'goods-import.due', payload: { importId: id } }])
    }
    if (triedHash) return updateImport(tx, id, { counts, doneCount, triedHash, state: 'tried' })
    return updateImport(tx, id, { counts, doneCount, state: 'done', endedAt: moment.now })
  })
}

/** Puts what came with the sheet into the library. Returns whether all of it is there. */
async function unpackArchive({ db, clock, log, files }: Around, { id, staffId, archiveId }: ImportRecord, until: number): Promise<boolean> {
  if (archiveId === null) return true
  const goOn = () => monotonicNow() < until
  const through = await unpackFiles({ db, files, log, moment: () => createMoment(clock()), goOn }, { id, staffId, archiveId })
  if (through) await dropArchive(db, files, { id, archiveId })
  return through
}

/**
 * Works on an import for some seconds: tries its next goods, or writes them. What is left is asked for again. It may run twice at once, or
 * be killed at any place: what was tried stays tried, and goods are written once.
 */
export async function runGoodsImport(around: Around, importId: string): Promise<void> {
  const { db } = around
  const job = await findImport(db, importId)
  if (job?.state !== 'trying' && job?.state !== 'applying') return
  const step = job.state === 'trying' ? tryNext : applyNext
  const until = endOfSlice()
  if (!(await unpackArchive(around, job, until))) return recordProgress(around, job, 'slice')
  const options = await planOptions(db, job)
  await workUntil(until, { step: (after) => step(around, job, options, after), record: (end) => recordProgress(around, job, end) })
}
