import { sql } from 'kysely'
import { listGoodsIdsWithAttribute } from '#server/catalog/attributes/public.ts'
import { incrementCatalogVersion } from '#server/catalog/catalog-version/public.ts'
import { findGoodsIdsOfMachineModel } from '#server/catalog/machine-models/public.ts'
import { type Db, runInTransaction } from '#server/platform/core/db.ts'
import { findSkusById } from './goods-store.ts'
import { refreshSearchRowsOfGoods, refreshStockInSearch, SEARCH_INDEX_WORDS_VERSION } from './search-index.ts'

/** Refreshes the search rows of the goods whose stock has changed. Running it twice is harmless. */
export async function refreshSearchAfterStockChange(db: Db, { skuIds }: { skuIds: string[] }): Promise<void> {
  const skus = await findSkusById(db, skuIds)
  await runInTransaction(db, async (tx) => {
    await refreshStockInSearch(tx, [...new Set(skus.map(({ goodsId }) => goodsId))])
    await incrementCatalogVersion(tx)
  })
}

/** How many goods one transaction refreshes. */
const AT_ONCE = 200

/**
 * Refreshes the search rows of the goods below some categories, because the names of categories are words of the search. Running it twice
 * is harmless.
 */
export async function refreshSearchAfterCategoryChange(db: Db, { categoryIds }: { categoryIds: number[] }): Promise<void> {
  const rows = await db
    .selectFrom('goods')
    .innerJoin('category', 'category.id', 'goods.category_id')
    .select('goods.id')
    // A draft is not in the search, and its category is only a choice of its editor so far.
    .where('goods.state', '<>', 'draft')
    .where(sql<boolean>`(category.id = any(${categoryIds}::int[]) or category.parent_id = any(${categoryIds}::int[]))`)
    .orderBy('goods.id')
    .execute()
  await refreshInParts(
    db,
    rows.map(({ id }) => id),
  )
}

/**
 * Refreshes the search rows of the goods that have a value of the attribute that is, or was, the hardness ruler. Running it twice is
 * harmless.
 */
export const refreshSearchAfterAttributeChange = async (db: Db, { attributeId }: { attributeId: string }): Promise<void> =>
  refreshInParts(db, await listGoodsIdsWithAttribute(db, attributeId))

/** How many goods one run of the task refreshes at most. */
const REPAIRED_MAX = 10_000

/**
 * Writes the words of goods on the shelf that another version of the program wrote, or that are missing, and deletes those of goods off the
 * shelf. During an upgrade servers of both versions write goods, and the older one does not know the table. Returns how many were written.
 */
export async function rewriteOutdatedGoodsSearchWords(db: Db): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select s.goods_id as id from goods_search as s left join goods_words as w on w.goods_id = s.goods_id
    where s.on_shelf and w.version is distinct from ${SEARCH_INDEX_WORDS_VERSION} order by s.goods_id limit ${REPAIRED_MAX}`.execute(db)
  await refreshInParts(
    db,
    rows.map(({ id }) => id),
  )
  await sql`delete from goods_words as w using goods_search as s where s.goods_id = w.goods_id and not s.on_shelf`.execute(db)
  return rows.length
}

/** Refreshes the search rows of the goods of a brand, or that fit a machine model. Running it twice is harmless. */
export async function refreshSearchAfterBrandOrModelChange(
  db: Db,
  changed: { brandId: string } | { machineModelId: string },
): Promise<void> {
  if ('machineModelId' in changed) return refreshInParts(db, await findGoodsIdsOfMachineModel(db, changed.machineModelId))
  const rows = await db.selectFrom('goods').select('id').where('brand_id', '=', changed.brandId).where('state', '<>', 'draft').execute()
  await refreshInParts(db, rows.map(({ id }) => id).sort())
}

async function refreshInParts(db: Db, goodsIds: readonly string[]): Promise<void> {
  for (let at = 0; at < goodsIds.length; at += AT_ONCE) {
    const ids = goodsIds.slice(at, at + AT_ONCE)
    await runInTransaction(db, async (tx) => {
      await refreshSearchRowsOfGoods(tx, ids)
      await incrementCatalogVersion(tx)
    })
  }
}
