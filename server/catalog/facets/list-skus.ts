import type { Db } from '#server/platform/core/db.ts'
import { readTextAttributeValuesByGoods } from './catalog-index/read-catalog.ts'
import type { CatalogIndex } from './catalog-index/shapes.ts'
import { compileGoodsConditions, type GoodsConditions } from './conditions.ts'
import { createGoodsConditionEvaluator, type FoundGoods, forEachGoodsOnShelf, type KeywordMatches, toFoundGoods } from './find-goods.ts'
import {
  createParametricTableComparator,
  createParametricTableSortKey,
  findSortedTextAttribute,
  type KeyedParametricTableEntry,
  type ParametricTableEntry,
  type ParametricTableOrder,
} from './parametric-table.ts'
import { createFirstEntriesCollector } from './sort-goods.ts'

/** How many goods have their texts read at once. */
const TEXTS_AT_ONCE = 2_000

export interface SkuListResult {
  /** The first rows in the requested order, as many as the caller asked for. */
  first: ParametricTableEntry[]
  /** How many SKUs fit. */
  total: number
  /** How many goods with such SKUs each category has. */
  goodsCounts: ReadonlyMap<number, number>
}

/** Finds the SKUs that fit all conditions, and sorts them. Texts by which they are sorted are read from the database. */
export async function findSkusInIndex(
  db: Db,
  index: CatalogIndex,
  given: GoodsConditions & ParametricTableOrder & { count: number },
  matches: KeywordMatches,
): Promise<SkuListResult> {
  const { frame } = index
  const evaluate = createGoodsConditionEvaluator(index, compileGoodsConditions(index, given))
  const text = findSortedTextAttribute(frame, given)
  const keyOf = createParametricTableSortKey(frame, given)
  const rows = createFirstEntriesCollector(
    given.count,
    createParametricTableComparator({ descending: keyOf !== undefined && given.descending }),
  )
  const goodsCounts = new Map<number, number>()
  /** Rows whose texts are not read yet. */
  let waiting: { found: FoundGoods; row: ParametricTableEntry }[] = []
  const endBatch = async () => {
    const goodsIds = [...new Set(waiting.map(({ found }) => found.goods.id))]
    const texts = new Map<string, string>()
    for (let at = 0; text && at < goodsIds.length; at += TEXTS_AT_ONCE)
      for (const [goodsId, value] of await readTextAttributeValuesByGoods(db, text.id, goodsIds.slice(at, at + TEXTS_AT_ONCE)))
        texts.set(goodsId, value)
    for (const { found, row } of waiting) rows.add({ ...row, found, value: texts.get(found.goods.id) })
    waiting = []
  }
  await forEachGoodsOnShelf(
    { db, index, evaluate, matches },
    (result) => {
      const { goods, failed } = result
      const found = toFoundGoods(result, matches?.get(goods.id))
      if (!found) return
      goodsCounts.set(goods.categoryId, (goodsCounts.get(goods.categoryId) ?? 0) + 1)
      for (const [at, sku] of goods.skus.entries()) {
        if (failed[at] !== 0) continue
        const row = { goods, sku }
        if (text) waiting.push({ found, row })
        else rows.add({ ...row, found, value: keyOf?.(row) } satisfies KeyedParametricTableEntry)
      }
    },
    endBatch,
  )
  return { first: rows.list(), total: rows.total(), goodsCounts }
}
