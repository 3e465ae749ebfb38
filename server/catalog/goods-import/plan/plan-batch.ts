import type { GoodsContent } from '#contract/catalog/goods-editing/content.ts'
import { isSameGoodsFieldValue } from '#contract/catalog/goods-editing/differences.ts'
import { normaliseSkuCodeForComparison } from '#contract/catalog/goods-editing/problems.ts'
import type { GoodsImportMode, GoodsImportRowResult } from '#contract/catalog/goods-import/shapes.ts'
import { findGoodsByCodes, findSkusWithGoodsByCodes } from '#server/catalog/goods/public.ts'
import {
  findGoodsCodesTakenByDrafts,
  findGoodsIdsWithDraft,
  type GoodsWithContent,
  normaliseGoodsContent,
  readGoodsWithContentById,
} from '#server/catalog/goods-editing/public.ts'
import { CellFault } from '#server/catalog/goods-import/columns/cell-fault.ts'
import { GOODS_CODE_COLUMN_TITLE, type SheetColumn } from '#server/catalog/goods-import/columns/titles.ts'
import { findOrderedSkuIds } from '#server/catalog/inventory/public.ts'
import { readPricesToConfirmLookup } from '#server/catalog/price-lists/public.ts'
import { type Db, runInSnapshot } from '#server/platform/core/db.ts'
import { sha256 } from '#server/platform/core/keys.ts'
import { computeMergedContentFaults, type GoodsImportBatchData } from './check-content.ts'
import type { GoodsImportPlan } from './goods-plan.ts'
import { type MergedContent, mergeRowsIntoGoods } from './plan-goods.ts'
import { createImportRowFault, type GoodsSheetRow, type ImportRowFault } from './read-cells.ts'
import { readNameIndexes } from './read-names.ts'
import type { GoodsImportSharedData } from './shared-facts.ts'

export interface ImportPlanOptions {
  mode: GoodsImportMode
  clearEmpty: boolean
  columns: readonly SheetColumn[]
  shared: GoodsImportSharedData
}

interface Batch extends ImportPlanOptions {
  facts: GoodsImportBatchData
  drafts: ReadonlySet<string>
  draftCodes: ReadonlySet<string>
}

const WHOLE = ''

/** Returns why these goods may not be changed at all. */
function findBar(
  rows: readonly GoodsSheetRow[],
  goods: GoodsWithContent | undefined,
  { shared, drafts, draftCodes }: Batch,
): CellFault | undefined {
  const code = rows[0]?.goodsCode ?? ''
  if (code === '') return new CellFault('请填写商品编码')
  if (!goods) return draftCodes.has(code) ? new CellFault('商品编码已用于未发布的草稿，请先发布或放弃草稿') : undefined
  const { shopId } = goods.head
  if (shared.ownShops !== null && shopId !== null && !shared.ownShops.includes(shopId))
    return new CellFault('该商品属于其他店铺，您不能修改')
  if (goods.state === 'archived') return new CellFault('商品已归档，不能修改')
  return drafts.has(goods.goodsId) ? new CellFault('商品有未发布的草稿，请先发布或放弃草稿') : undefined
}

/** A person may give goods only to a shop that he keeps. */
const findShopBar = ({ shopId }: GoodsContent, { ownShops }: GoodsImportSharedData): CellFault | undefined =>
  ownShops !== null && shopId !== null && !ownShops.includes(shopId) ? new CellFault('您只负责指定的店铺，请选择其中一个') : undefined

const skippedBy: Record<GoodsImportMode, (exists: boolean) => CellFault | undefined> = {
  both: () => undefined,
  new: (exists) => (exists ? new CellFault('商品已存在，本次只新增商品') : undefined),
  change: (exists) => (exists ? undefined : new CellFault('没有这个商品编码，本次只修改已有商品')),
}

/** The result of each row of goods that can be written. The first row also stands for the goods as a whole. */
function resultOf(
  row: GoodsSheetRow,
  at: number,
  { merged, goods }: { merged: MergedContent; goods: GoodsWithContent | undefined },
): GoodsImportRowResult {
  if (!goods) return 'added'
  const place = merged.rowOfSku.indexOf(row.row)
  const [before, after] = [goods.content.skus[place], merged.content.skus[place]]
  if (!before) return 'added'
  const headMoved = at === 0 && !isSameGoodsFieldValue({ ...goods.content, skus: [] }, { ...merged.content, skus: [] })
  return headMoved || !isSameGoodsFieldValue(before, after) ? 'changed' : 'same'
}

function planGoods(rows: readonly GoodsSheetRow[], goods: GoodsWithContent | undefined, batch: Batch): GoodsImportPlan {
  const { columns, clearEmpty, mode, shared, facts } = batch
  const given = { rows, columns, current: goods?.content, attributesOf: shared.attributesOf, names: facts.names, clearEmpty }
  const merged = mergeRowsIntoGoods(given)
  const content = normaliseGoodsContent(shared.attributesOf(merged.content.categoryId), merged.content)
  const goodsNo = rows[0]?.row ?? 0
  const seen = sha256(JSON.stringify([goods?.content ?? null, content]))
  const all = (result: GoodsImportRowResult, faults: ImportRowFault[] = []): GoodsImportPlan => ({
    goodsNo,
    goods,
    content,
    due: false,
    seen,
    rows: rows.map(({ row, skuCode }) => ({ row, skuCode, result, faults: faults.filter((fault) => fault.row === row), questions: null })),
  })
  const refused = (faults: ImportRowFault[]): GoodsImportPlan => {
    const wrong = new Set(faults.map(({ row }) => row))
    const [first = goodsNo] = wrong
    const whole = new CellFault(`同一商品的第 ${first} 行有误，整个商品不导入`)
    return all('refused', [...faults, ...rows.flatMap(({ row }) => (wrong.has(row) ? [] : createImportRowFault(row, WHOLE, '', whole)))])
  }
  const atCode = (fault: CellFault) => createImportRowFault(goodsNo, GOODS_CODE_COLUMN_TITLE, rows[0]?.goodsCode ?? '', fault)
  const isSame = goods && (isSameGoodsFieldValue(merged.content, goods.content) || isSameGoodsFieldValue(content, goods.content))
  if (isSame && merged.faults.length === 0) return all('same')
  const skipped = skippedBy[mode](goods !== undefined)
  if (skipped)
    return all(
      'skipped',
      rows.map(({ row, goodsCode }) => createImportRowFault(row, GOODS_CODE_COLUMN_TITLE, goodsCode, skipped)),
    )
  const bar = findBar(rows, goods, batch) ?? findShopBar(content, shared)
  if (bar) return refused([atCode(bar)])
  const faults = merged.faults.length > 0 ? merged.faults : computeMergedContentFaults(content, { given, merged, goods, facts })
  if (faults.length > 0) return refused(faults)
  const plan = all('added')
  return {
    ...plan,
    due: true,
    rows: rows.map((row, at) => ({
      row: row.row,
      skuCode: row.skuCode,
      result: resultOf(row, at, { merged, goods }),
      faults: [],
      questions: null,
    })),
  }
}

/** Adds to the rows of goods that will be written the prices that must be confirmed. */
async function addPriceQuestions(db: Db, plans: readonly GoodsImportPlan[], percentMax: number): Promise<GoodsImportPlan[]> {
  const questionsOf = await readPricesToConfirmLookup(
    db,
    plans.filter(({ due }) => due),
    percentMax,
  )
  return plans.map((plan) =>
    plan.due ? { ...plan, rows: plan.rows.map((row) => ({ ...row, questions: questionsOf([row.skuCode]) })) } : plan,
  )
}

/** Reads the data for the plans, and makes them. */
async function planFromReads(
  db: Db,
  groups: readonly (readonly GoodsSheetRow[])[],
  options: ImportPlanOptions,
): Promise<GoodsImportPlan[]> {
  const { columns, shared } = options
  const rows = groups.flat()
  const codes = groups.map(([row]) => row?.goodsCode ?? '')
  const ids = new Map((await findGoodsByCodes(db, codes)).map(({ id, code }) => [code, id]))
  const found = await readGoodsWithContentById(db, [...ids.values()])
  const contents = [...found.values()].map(({ content }) => content)
  const names = await readNameIndexes(db, shared, { contents, rows, columns })
  const categoryAt = columns.findIndex((sheet) => sheet.kind === 'goods' && sheet.column.field === 'categoryId')
  const named = rows.flatMap(({ cells }) => {
    const id = shared.categories.idOf(cells[categoryAt] ?? '')
    return id instanceof CellFault ? [] : id
  })
  await shared.learnAttributes(db, [...contents.flatMap(({ categoryId }) => categoryId ?? []), ...named])
  const owners = await findSkusWithGoodsByCodes(db, [...new Set(rows.map(({ skuCode }) => skuCode))])
  const batch: Batch = {
    ...options,
    facts: {
      shared,
      names,
      skuOwners: new Map(owners.map((owner) => [normaliseSkuCodeForComparison(owner.code), owner])),
      ordered: await findOrderedSkuIds(
        db,
        contents.flatMap(({ skus }) => skus.flatMap(({ skuId }) => skuId ?? [])),
      ),
    },
    drafts: await findGoodsIdsWithDraft(db, [...found.keys()]),
    draftCodes: await findGoodsCodesTakenByDrafts(
      db,
      codes.filter((code) => !ids.has(code)),
    ),
  }
  const plans = groups.map((group) => planGoods(group, found.get(ids.get(group[0]?.goodsCode ?? '') ?? ''), batch))
  return addPriceQuestions(db, plans, shared.percentMax)
}

/**
 * Plans some goods, each with all of its rows. It writes nothing, and its statements do not grow with goods or rows. It reads one snapshot:
 * goods that somebody else writes meanwhile are read with their SKUs or not at all, and their codes are not taken for those of other goods.
 */
export const planGoodsImportBatch = async (
  db: Db,
  groups: readonly (readonly GoodsSheetRow[])[],
  options: ImportPlanOptions,
): Promise<GoodsImportPlan[]> => (groups.length === 0 ? [] : runInSnapshot(db, (snapshot) => planFromReads(snapshot, groups, options)))
