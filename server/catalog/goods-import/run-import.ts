import { createHash } from 'node:crypto'
import type { GoodsImportFault } from '#contract/catalog/goods-import/shapes.ts'
import { Refusal } from '#contract/platform/core/refusal.ts'
import type { FileStore } from '#server/people/files/public.ts'
import { isDatabaseUnavailable } from '#server/platform/core/database-errors.ts'
import { type Db, runInTransaction } from '#server/platform/core/db.ts'
import { type Clock, createMoment, monotonicNow } from '#server/platform/core/moment.ts'
import { publishEvents } from '#server/platform/core/outbox.ts'
import { applyGoods } from './apply-goods.ts'
import { unpackFiles } from './archive/unpack.ts'
import { resolveTitles } from './columns/titles.ts'
import { dropArchive, findImport, holdState, type ImportRecord, lockState, updateImport } from './import-store.ts'
import type { GoodsPlan } from './plan/goods-plan.ts'
import { type PlanOptions, planBatch } from './plan/plan-batch.ts'
import { readSharedFacts } from './plan/shared-facts.ts'
import { countRows, markRefused, readNextGoods, readSeen, updateResults } from './row-store.ts'

/** Goods that are read together. The plans of so many are in memory. */
const BATCH = { trying: 200, applying: 50 } as const
/** After this time the rest is another job, so that a server that shall stop can, and other jobs have their turn. */
const SLICE_MS = 8_000

/** How often people see the progress move. */
const SHOWN_MS = 1_000

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
  const groups = await readNextGoods(db, job.id, { waiting: 'untried', after, limit: BATCH.trying })
  const plans = await planBatch(db, groups, options)
  if (plans.length === 0) return undefined
  const written = await runInTransaction(db, async (tx) => {
    if (!(await holdState(tx, job.id, 'trying'))) return false
    await updateResults(tx, job.id, plans)
    return true
  })
  return written ? plans.at(-1)?.goodsNo : undefined
}

const CHANGED: GoodsImportFault = { column: '', value: '', reason: '试算之后商品、参数或图片有变动，请重新上传并试算', suggestion: '' }
const FAILED: GoodsImportFault = { column: '', value: '', reason: '写入时出错，没有导入；请稍后重新上传', suggestion: '' }

const atRow = (plan: GoodsPlan, fault: GoodsImportFault) => new Map([[plan.goodsNo, [fault]]])

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
  const record = (faults: ReadonlyMap<number, readonly GoodsImportFault[]>) =>
    runInTransaction(db, async (tx) => {
      if (!(await holdState(tx, job.id, 'applying'))) return false
      await markRefused(tx, job.id, plan.goodsNo, faults)
      return true
    })
  const refusal = findRefusal(plan, seen)
  if (refusal) return record(refusal)
  try {
    return await runInTransaction(db, async (tx) => {
      if (!(await holdState(tx, job.id, 'applying'))) return false
      await applyGoods(tx, moment, job, plan)
      return true
    })
  } catch (error) {
    if (error instanceof Refusal) return record(atRow(plan, { column: '', value: '', reason: error.message, suggestion: '' }))
    if (isDatabaseUnavailable(error)) throw error
    log.error({ err: error, importId: job.id, row: plan.goodsNo }, 'goods of an import were not written')
    return record(atRow(plan, FAILED))
  }
}

async function applyNext(around: Around, job: ImportRecord, options: PlanOptions, after: number): Promise<number | undefined> {
  const groups = await readNextGoods(around.db, job.id, { waiting: 'due', after, limit: BATCH.applying })
  const seen = new Map(groups.map(([row]) => [row?.row, row?.seen ?? null]))
  const plans = await planBatch(around.db, groups, options)
  for (const plan of plans) if (!(await applyOne(around, job, plan, seen.get(plan.goodsNo) ?? null))) return undefined
  return plans.at(-1)?.goodsNo
}

/** One hash over everything that the trial would write. */
async function hashTrial(db: Db, importId: string): Promise<Buffer> {
  const hash = createHash('sha256').update(importId)
  for await (const seen of readSeen(db, importId)) hash.update(seen)
  return hash.digest()
}

/** Records how far an import has come. Its end is a step of its lifecycle. At the end of a slice the rest is asked for. */
async function recordProgress(
  { db, clock }: Around,
  { id, state, rowCount }: ImportRecord,
  end: 'none' | 'slice' | 'complete',
): Promise<void> {
  const moment = createMoment(clock())
  const { counts, tried, due } = await countRows(db, id)
  const doneCount = state === 'trying' ? tried : rowCount - due
  const triedHash = end === 'complete' && state === 'trying' ? await hashTrial(db, id) : undefined
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
  const until = monotonicNow() + SLICE_MS
  if (!(await unpackArchive(around, job, until))) return recordProgress(around, job, 'slice')
  const options = await planOptions(db, job)
  let after: number | undefined = 0
  let shown = monotonicNow()
  while (after !== undefined && monotonicNow() < until) {
    after = await step(around, job, options, after)
    if (monotonicNow() < shown + SHOWN_MS) continue
    shown = monotonicNow()
    await recordProgress(around, job, 'none')
  }
  await recordProgress(around, job, after === undefined ? 'complete' : 'slice')
}
