// Writes the tables `goods_search` and `goods_words`, which lists and search read.
import { sql } from 'kysely'
import { computeRockHardnessRangeOfTexts } from '#contract/catalog/goods/hardness.ts'
import { minFen, ZERO_FEN } from '#contract/platform/core/money.ts'
import { goodsChoiceNamesAndSynonymsSql, hardnessRulerTextsSql } from '#server/catalog/attributes/public.ts'
import { brandNameSql } from '#server/catalog/brands/public.ts'
import { findStockBySku, type Stock } from '#server/catalog/inventory/public.ts'
import { machineModelNamesSql } from '#server/catalog/machine-models/public.ts'
import { anyOfIdsSql, awaitAllAndThrowFirstError, type Db, type Tx } from '#server/platform/core/db.ts'
import { countRows } from '#server/platform/core/paging.ts'
import { listSkusOfGoods, type SkuRow } from './goods-store.ts'
import { listLexemesForRanking } from './search/index-lexemes.ts'
import { insertMissingLexemes } from './search/lexemes.ts'
import { splitCodeIntoSuffixes, stripPartNumberToLettersAndDigits, tokenizeForIndex } from './search-tokens.ts'

/** Whether a text may be meant as a part number, or as the beginning of a part of one. */
export function canBePartNumberOrItsBeginning(code: string, typed: string): boolean {
  const text = stripPartNumberToLettersAndDigits(typed)
  return text !== '' && splitCodeIntoSuffixes(code).some((tail) => tail.startsWith(text))
}

const codeText = (skus: readonly SkuRow[]) => ` ${skus.map(({ code }) => stripPartNumberToLettersAndDigits(code)).join(' ')} `

interface Described {
  id: string
  name: string
  spec: string
  category_id: number
  category_name: string
  parent_category_id: number
  parent_name: string
  hardness_from: number | null
  hardness_to: number | null
  /** The texts of the attribute that is the hardness ruler. */
  hardness_texts: string[]
  /** What they and their SKUs have of attributes, under all of its names. */
  choice_names: string[]
  /** Label and text. */
  parameters: [string, string][]
  brand_name: string | null
  machine_names: string[]
  position: number
  on_shelf: boolean
}

async function readGoodsToIndex(tx: Tx, goodsIds: readonly string[]): Promise<Described[]> {
  return (
    tx
      .selectFrom('goods')
      .innerJoin('category', 'category.id', 'goods.category_id')
      .innerJoin('category as parent', 'parent.id', 'category.parent_id')
      .select(['goods.id', 'goods.name', 'goods.spec', 'goods.hardness_from', 'goods.hardness_to', 'goods.position', 'goods.on_shelf'])
      .select([
        'category.id as category_id',
        'category.name as category_name',
        'parent.id as parent_category_id',
        'parent.name as parent_name',
      ])
      .select(['goods.parameters'])
      .select([brandNameSql('goods.brand_id').as('brand_name')])
      .select([hardnessRulerTextsSql('goods.id').as('hardness_texts'), goodsChoiceNamesAndSynonymsSql('goods.id').as('choice_names')])
      .select(machineModelNamesSql('goods.id').as('machine_names'))
      .where('goods.id', '=', anyOfIdsSql(goodsIds))
      // All transactions that write several search rows use this order, so that they do not deadlock.
      .orderBy('goods.id')
      .$narrowType<{ parent_category_id: number; parameters: [string, string][] }>()
      .execute()
  )
}

/** It grows with each change of the words of the index. Rows with another version are written again by a scheduled task. */
export const SEARCH_INDEX_WORDS_VERSION = 2
/** A longer word is not worth its place. */
const WORD_LENGTH_MAX = 60

/** The words of goods in the index: for matching, and for ranking. */
function listSearchWords(goods: Described, own: readonly SkuRow[]): string[] {
  const { name, spec, category_name, parent_name, choice_names, machine_names, brand_name } = goods
  const codes = own.map(({ code }) => code)
  const kinds = [spec, category_name, parent_name]
  const others = [
    ...choice_names,
    ...own.flatMap(({ props }) => Object.values(props)),
    ...goods.parameters.map(([, text]) => text),
    ...machine_names,
    ...(brand_name === null ? [] : [brand_name]),
  ]
  const words = [...tokenizeForIndex([name, ...kinds, ...others], codes), ...listLexemesForRanking({ name, kinds, codes, others })]
  return [...new Set(words)].filter((word) => word.length <= WORD_LENGTH_MAX)
}

/** Whether goods can be ordered, and how many were sold, of their SKUs on the shelf. */
const summariseStock = (own: readonly SkuRow[], stock: ReadonlyMap<string, Stock>) => ({
  in_stock: own.some((sku) => (stock.get(sku.id)?.available ?? 0) >= sku.minimum),
  sales: own.reduce((sum, sku) => sum + (stock.get(sku.id)?.sold ?? 0), 0),
})

/** A search row, without its words. */
function searchRowOf(goods: Described, own: readonly SkuRow[], stock: ReadonlyMap<string, Stock>) {
  const typed = goods.hardness_from !== null && goods.hardness_to !== null ? ([goods.hardness_from, goods.hardness_to] as const) : null
  // The numbers of an import are more exact than a choice.
  const hardness = typed ?? computeRockHardnessRangeOfTexts(goods.hardness_texts)
  return {
    goods_id: goods.id,
    category_id: goods.category_id,
    parent_category_id: goods.parent_category_id,
    lowest_sale_fen: own.length > 0 ? own.map(({ salePriceFen }) => salePriceFen).reduce(minFen) : ZERO_FEN,
    ...summariseStock(own, stock),
    hardness_from: hardness?.[0] ?? null,
    hardness_to: hardness?.[1] ?? null,
    position: goods.position,
    on_shelf: goods.on_shelf && own.length > 0,
  }
}

/** Reads the SKUs on the shelf by goods, and the stock by SKU. */
async function readShelfAndStock(tx: Tx, goodsIds: readonly string[]) {
  const skus = await listSkusOfGoods(tx, goodsIds)
  const stock = await findStockBySku(
    tx,
    skus.map(({ id }) => id),
  )
  const onShelf = Map.groupBy(
    skus.filter((sku) => sku.onShelf),
    ({ goodsId }) => goodsId,
  )
  return { onShelf, stock }
}

/**
 * Writes only what changes with the stock of goods. Sales do that all day, and their words would be computed for nothing. Goods that were
 * never published have no row. Running it twice is harmless.
 */
export async function refreshStockInSearch(tx: Tx, goodsIds: readonly string[]): Promise<void> {
  const { onShelf, stock } = await readShelfAndStock(tx, goodsIds)
  const rows = goodsIds.map((id) => ({ goods_id: id, ...summariseStock(onShelf.get(id) ?? [], stock) }))
  await sql`
    with locked as materialized (
      select goods_id from goods_search where goods_id = any(${[...goodsIds]}::uuid[]) order by goods_id for update)
    update goods_search set in_stock = given.in_stock, sales = given.sales, changed_in = pg_current_xact_id()
    from locked join jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(goods_id uuid, in_stock boolean, sales bigint) using (goods_id)
    where goods_search.goods_id = locked.goods_id`.execute(tx)
}

/**
 * Rewrites the search rows of the given goods from their current data. Running it twice is harmless. The number of statements does not grow
 * with the goods.
 */
export async function refreshSearchRowsOfGoods(tx: Tx, goodsIds: readonly string[]): Promise<void> {
  const { onShelf, stock } = await readShelfAndStock(tx, goodsIds)
  const goods = await readGoodsToIndex(tx, goodsIds)
  const rows = goods.map((one) => searchRowOf(one, onShelf.get(one.id) ?? [], stock))
  const shown = new Set(rows.filter((row) => row.on_shelf).map((row) => row.goods_id))
  const words = goods
    .filter(({ id }) => shown.has(id))
    .map((one) => {
      const own = onShelf.get(one.id) ?? []
      return { goods_id: one.id, words: listSearchWords(one, own), codes: codeText(own) }
    })
  if (rows.length === 0) return
  const hidden = rows.filter((row) => !row.on_shelf).map((row) => row.goods_id)
  const search = sql`
    insert into goods_search (goods_id, category_id, parent_category_id, lowest_sale_fen, in_stock, sales, hardness_from, hardness_to,
      position, on_shelf)
    select goods_id, category_id, parent_category_id, lowest_sale_fen, in_stock, sales, hardness_from, hardness_to, position, on_shelf
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(goods_id uuid, category_id int, parent_category_id int,
      lowest_sale_fen bigint, in_stock boolean, sales bigint, hardness_from float8, hardness_to float8, position int, on_shelf boolean)
    order by goods_id
    on conflict (goods_id) do update set category_id = excluded.category_id, parent_category_id = excluded.parent_category_id,
      lowest_sale_fen = excluded.lowest_sale_fen, in_stock = excluded.in_stock, sales = excluded.sales,
      hardness_from = excluded.hardness_from, hardness_to = excluded.hardness_to, position = excluded.position,
      on_shelf = excluded.on_shelf, changed_in = excluded.changed_in`
  // Most changes are of stock or prices. Then the words stay, and the index of words is not written.
  const wordsOfShown = sql`
    insert into goods_words (goods_id, lexemes, codes, version)
    select goods_id, array_to_tsvector(words), codes, ${SEARCH_INDEX_WORDS_VERSION}::smallint
    from jsonb_to_recordset(${JSON.stringify(words)}::jsonb) as given(goods_id uuid, words text[], codes text) order by goods_id
    on conflict (goods_id) do update set lexemes = excluded.lexemes, codes = excluded.codes, version = excluded.version
    where (goods_words.lexemes, goods_words.codes, goods_words.version) is distinct from (excluded.lexemes, excluded.codes, excluded.version)`
  // Statements of their own, because a distributed database has these tables on every machine and writes one of them with a statement.
  await awaitAllAndThrowFirstError(
    search.execute(tx),
    ...(hidden.length > 0 ? [tx.deleteFrom('goods_words').where('goods_id', '=', anyOfIdsSql(hidden)).execute()] : []),
    ...(words.length > 0 ? [wordsOfShown.execute(tx)] : []),
  )
  await insertMissingLexemes(tx, new Set(words.flatMap((one) => one.words)))
}

async function lockRowsOfCategories(tx: Tx, categoryIds: readonly number[]): Promise<void> {
  const rows = tx
    .selectFrom('goods_search')
    .select('goods_id')
    .where('category_id', 'in', [...categoryIds])
  await rows.orderBy('goods_id').forUpdate().execute()
}

/** Moves the search rows of some categories to others. Their words follow when the names of the new categories are indexed. */
export async function moveSearchRowsBetweenCategories(tx: Tx, moves: readonly { from: number; to: number }[]): Promise<void> {
  const old = moves.map(({ from }) => from)
  await lockRowsOfCategories(tx, old)
  await sql`
    update goods_search set category_id = given.new_id, parent_category_id = category.parent_id, changed_in = pg_current_xact_id()
    from unnest(${old}::int[], ${moves.map(({ to }) => to)}::int[]) as given(old_id, new_id)
    join category on category.id = given.new_id where goods_search.category_id = given.old_id`.execute(tx)
}

/** Updates in the search the parent of categories. */
export async function setParentCategoryInSearch(
  tx: Tx,
  { categoryIds, parentId }: { categoryIds: readonly number[]; parentId: number },
): Promise<void> {
  await lockRowsOfCategories(tx, categoryIds)
  const rows = tx.updateTable('goods_search').set({ parent_category_id: parentId, changed_in: sql`pg_current_xact_id()` })
  await rows.where('category_id', 'in', [...categoryIds]).execute()
}

/** Counts the goods on the shelf by sub-category: all goods, or those of a brand or of a machine model. */
export async function countGoodsOnShelfByCategory(
  db: Db,
  { brandId, machineModelId }: { brandId?: string; machineModelId?: string } = {},
): Promise<Map<number, number>> {
  let query = db.selectFrom('goods_search').where('on_shelf', '=', true)
  if (brandId !== undefined)
    query = query.where('goods_id', 'in', (eb) => eb.selectFrom('goods').select('id').where('brand_id', '=', brandId))
  if (machineModelId !== undefined)
    query = query.where('goods_id', 'in', (eb) =>
      eb.selectFrom('goods_machine_model').select('goods_id').where('machine_model_id', '=', machineModelId),
    )
  const rows = await query
    .select(['category_id', db.fn.countAll<number>().as('total')])
    .groupBy('category_id')
    .execute()
  return new Map(rows.map(({ category_id, total }) => [category_id, total]))
}

/** Counts the goods on the shelf by brand. Brands without any are left out. */
export async function countGoodsOnShelfByBrand(db: Db): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('goods')
    .innerJoin('goods_search', 'goods_search.goods_id', 'goods.id')
    .select(['goods.brand_id', db.fn.countAll<number>().as('total')])
    .where('goods.brand_id', 'is not', null)
    .where('goods_search.on_shelf', '=', true)
    .groupBy('goods.brand_id')
    .$narrowType<{ brand_id: string }>()
    .execute()
  return new Map(rows.map(({ brand_id, total }) => [brand_id, total]))
}

/** Lists the first goods of each top category, available goods first: ids by category. */
export async function listFirstGoodsIdsByTopCategory(db: Db, limit: number): Promise<Map<number, string[]>> {
  const rows = await db
    .selectFrom((inner) =>
      inner
        .selectFrom('goods_search')
        .select(['goods_id', 'parent_category_id'])
        .select(sql<number>`row_number() over (partition by parent_category_id order by in_stock desc, position, goods_id)`.as('place'))
        .where('on_shelf', '=', true)
        .as('placed'),
    )
    .select(['goods_id', 'parent_category_id'])
    .where('place', '<=', limit)
    .orderBy('parent_category_id')
    .orderBy('place')
    .execute()
  const byCategory = new Map<number, string[]>()
  for (const { goods_id, parent_category_id } of rows)
    byCategory.set(parent_category_id, [...(byCategory.get(parent_category_id) ?? []), goods_id])
  return byCategory
}

/** Counts the goods for a band of rock hardness, and lists the first of them. */
export async function readHardnessBandSummary(
  db: Db,
  { from, to }: { from: number; to: number },
): Promise<{ total: number; first: string | undefined }> {
  const inBand = () =>
    db
      .selectFrom('goods_search')
      .where('on_shelf', '=', true)
      .where('hardness_from', '<', to)
      .where((eb) => eb.or([eb('hardness_to', '>', from), eb('hardness_from', '=', from)]))
  const total = await countRows(inBand())
  const row = await inBand()
    .select('goods_id')
    .orderBy('in_stock', 'desc')
    .orderBy('sales', 'desc')
    .orderBy('position')
    .limit(1)
    .executeTakeFirst()
  return { total, first: row?.goods_id }
}
