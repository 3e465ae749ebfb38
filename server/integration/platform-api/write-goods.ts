import type { PlatformGoodsRowInput } from '#contract/integration/integration/platform-api.ts'
import { Refusal } from '#contract/platform/core/refusal.ts'
import { createRefusedPlatformApiRowResult, type PlatformApiRowResult } from '#contract/platform/core/row-result.ts'
import { createGoodsWithDraft, publishOrScheduleDraft, saveDraft } from '#server/catalog/goods-editing/public.ts'
import {
  type GoodsImportPlan,
  type GoodsSheetRow,
  type ImportPlanOptions,
  planGoodsImportBatch,
  readGoodsImportSharedData,
  toSheetColumns,
} from '#server/catalog/goods-import/public.ts'
import { formatPricesToConfirm } from '#server/catalog/price-lists/public.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { toGoodsImportCells } from './goods-cells.ts'
import type { RowWithNumber } from './read-rows.ts'

export interface GoodsWritingContext {
  db: Db
  moment: Moment
  staffId: string
  /** The text in the versions of the goods. */
  note: string
  /** Runs a transaction under a lock that a revocation of the key waits for, or comes before. */
  write: (work: (tx: Tx) => Promise<void>) => Promise<void>
}

/** How often goods are planned again if somebody else has changed them between plan and write. */
const TRIES = 3

const isDue = (plan: GoodsImportPlan, confirmed: ReadonlySet<number>): boolean =>
  plan.due && plan.rows.every(({ row, questions }) => questions === null || confirmed.has(row))

/** Writes and publishes planned goods as their editor would, completely or not at all. */
async function writePlan(tx: Tx, { moment, staffId, note }: GoodsWritingContext, { goods, content }: GoodsImportPlan, confirmed: boolean) {
  const { goodsId, rowVersion } = goods
    ? await saveDraft(tx, moment, { goodsId: goods.goodsId, rowVersion: goods.rowVersion, content, staffId })
    : await createGoodsWithDraft(tx, moment, { content, staffId })
  await publishOrScheduleDraft(tx, moment, { goodsId, rowVersion, note, confirmed, staffId })
}

const outcomes = { added: 'added', changed: 'changed', same: 'unchanged', skipped: 'refused', refused: 'refused' } as const

interface ResultOptions {
  confirmed: ReadonlySet<number>
  percentMax: number
  fieldOf: (title: string) => string
}

/** The results of the rows of goods. If one of them must be confirmed, nothing was written. */
function resultsOf({ rows }: GoodsImportPlan, { confirmed, percentMax, fieldOf }: ResultOptions): PlatformApiRowResult[] {
  const open = rows.find(({ row, questions }) => questions !== null && !confirmed.has(row))
  return rows.map(({ row, skuCode: code, result, faults: [fault], questions }): PlatformApiRowResult => {
    if (fault) {
      const meant = fault.suggestion === '' ? '' : `，是否为“${fault.suggestion}”`
      return createRefusedPlatformApiRowResult({ row, code }, `${fault.reason}${meant}`, fieldOf(fault.column))
    }
    if (questions !== null && !confirmed.has(row))
      return createRefusedPlatformApiRowResult(
        { row, code },
        `${formatPricesToConfirm(questions, percentMax)}（确认无误后以 confirmed: true 重新提交）`,
        'confirmed',
      )
    if (open) return createRefusedPlatformApiRowResult({ row, code }, `同一商品的第 ${open.row} 行须先确认价格，整个商品未写入`)
    return { row, code, outcome: outcomes[result], reason: '', field: '' }
  })
}

/** Plans one product and writes it; it repeats this if somebody else was faster. */
async function writeOne(
  writing: GoodsWritingContext,
  first: GoodsImportPlan,
  group: readonly GoodsSheetRow[],
  options: ImportPlanOptions,
  resultOptions: ResultOptions,
) {
  let plan = first
  for (let tries = 1; ; tries++) {
    if (!isDue(plan, resultOptions.confirmed)) return resultsOf(plan, resultOptions)
    try {
      const confirmed = plan.rows.some(({ questions }) => questions !== null)
      await writing.write((tx) => writePlan(tx, writing, plan, confirmed))
      return resultsOf(plan, resultOptions)
    } catch (error) {
      if (!(error instanceof Refusal) || error.reason.startsWith('KEY_')) throw error
      if (tries === TRIES) return group.map(({ row, skuCode }) => createRefusedPlatformApiRowResult({ row, code: skuCode }, error.message))
    }
    const [again] = await planGoodsImportBatch(writing.db, [group], options)
    if (!again) throw new Error('goods without a plan')
    plan = again
  }
}

/**
 * Adds or changes goods by their codes, with the plan and the checks of the goods import. Each product is written in its own transaction,
 * completely or not at all, and its errors do not affect others.
 */
export async function createOrChangeGoodsByCode(
  writing: GoodsWritingContext,
  given: readonly RowWithNumber<PlatformGoodsRowInput>[],
): Promise<PlatformApiRowResult[]> {
  const { db, staffId } = writing
  const { titles, rows, fieldOf } = toGoodsImportCells(given)
  const shared = await readGoodsImportSharedData(db, { staffId })
  const options: ImportPlanOptions = { mode: 'both', clearEmpty: false, columns: toSheetColumns(titles, shared.attributes), shared }
  const resultOptions = {
    confirmed: new Set(given.flatMap((one) => (one.confirmed ? one.row : []))),
    percentMax: shared.percentMax,
    fieldOf,
  }
  const groups = [...Map.groupBy(rows, ({ goodsNo }) => goodsNo).values()]
  const plans = await planGoodsImportBatch(db, groups, options)
  const results: PlatformApiRowResult[] = []
  for (const [at, plan] of plans.entries()) results.push(...(await writeOne(writing, plan, groups[at] ?? [], options, resultOptions)))
  return results
}
