// Finds many SKUs at once by codes or words that people type, and describes SKUs.
import { sql } from 'kysely'
import { normalisePartNumber } from '#contract/catalog/goods/normalise-part-number.ts'
import type { ReplacementSku } from '#contract/catalog/goods/replacement.ts'
import type { SkuBrief } from '#contract/catalog/goods/sku-brief.ts'
import { normaliseSkuCodeForComparison } from '#contract/catalog/goods-editing/problems.ts'
import { toVisiblePriceSteps } from '#contract/catalog/pricing/visible-price-steps.ts'
import type { Fen } from '#contract/platform/core/money.ts'
import { findStockBySku } from '#server/catalog/inventory/public.ts'
import { type PriceViewer, readPriceLadderLookup } from '#server/catalog/pricing/public.ts'
import { anyOfIdsSql, anyOfTextsSql, type Db } from '#server/platform/core/db.ts'
import { buildSkuIdsOfStaffShopsSql, findSkuIdsOfOtherShops } from './goods-records.ts'
import { findOncePublishedGoodsById, findSkusById, type SkuRow } from './goods-store.ts'
import { findReplacementsBySku } from './search/replacements.ts'

/** Our part numbers have only these characters. A text with Chinese must be a name. */
const isPartNumber = (bare: string): boolean => /^[a-z0-9]+$/.test(bare)

/** SQL: the part number of a SKU as it is compared. It must equal the expression of the index; otherwise PostgreSQL does not use the index. */
const bareSkuCodeSql = sql<string>`regexp_replace(lower(sku.code), '[^a-z0-9]', '', 'g')`

/**
 * Finds SKUs by part numbers as people type them, on the shelf or not: all SKUs for each normalised number. One statement, whatever the
 * number of codes.
 */
export async function findSkuIdsByCode(db: Db, codes: readonly string[]): Promise<Map<string, string[]>> {
  const bare = [...new Set(codes.map(normalisePartNumber).filter(isPartNumber))]
  if (bare.length === 0) return new Map()
  const rows = await db
    .selectFrom('sku')
    .select(['id', bareSkuCodeSql.as('bare')])
    .where(sql<boolean>`${bareSkuCodeSql} = any(${bare}::text[])`)
    .orderBy('id')
    .execute()
  const found = new Map<string, string[]>()
  for (const { id, bare: own } of rows) found.set(own, [...(found.get(own) ?? []), id])
  return found
}

/**
 * Finds the replacement of a SKU that is no longer sold, by its part number as people type it. Undefined for a SKU on sale, and for one
 * without a replacement.
 */
export async function findReplacementByPartNumber(db: Db, text: string): Promise<{ code: string; by: ReplacementSku } | undefined> {
  const skuIds = [...(await findSkuIdsByCode(db, [text])).values()].flat()
  const skus = skuIds.length === 0 ? [] : await findSkusById(db, skuIds)
  const goods = new Map(
    (await findOncePublishedGoodsById(db, [...new Set(skus.map(({ goodsId }) => goodsId))])).map((one) => [one.id, one]),
  )
  const isSold = ({ onShelf, goodsId }: SkuRow) => onShelf && goods.get(goodsId)?.onShelf === true
  if (skus.some(isSold)) return undefined
  const replacements = await findReplacementsBySku(db, skus)
  return skus.flatMap(({ id, code }) => {
    const by = replacements.get(id)
    return by ? [{ code, by }] : []
  })[0]
}

/** A SKU that a row of a staff file names. */
export interface SkuFoundByStaffTypedCode {
  id: string
  code: string
  goodsId: string
  goodsName: string
  minimum: number
  /** Whether it belongs to a shop that the person does not keep. */
  ofOthers: boolean
}

/**
 * Finds SKUs by the codes of rows: an exact match, or the only match without case and hyphens. The number of statements does not grow with
 * the codes.
 */
export async function readSkuLookupByStaffTypedCode(
  db: Db,
  codes: readonly string[],
  staffId: string,
): Promise<(code: string) => SkuFoundByStaffTypedCode | undefined> {
  const byBare = await findSkuIdsByCode(db, codes)
  // Codes with characters that part numbers do not have are only found by an exact match.
  const whole = await findSkusWithGoodsByCodes(db, [...new Set(codes.filter((code) => !isPartNumber(normalisePartNumber(code))))])
  const skus = await findSkusById(db, [...new Set([...byBare.values()].flat().concat(whole.map(({ id }) => id)))])
  const goods = new Map(
    (await findOncePublishedGoodsById(db, [...new Set(skus.map(({ goodsId }) => goodsId))])).map(({ id, name }) => [id, name]),
  )
  const others = await findSkuIdsOfOtherShops(db, { skuIds: skus.map(({ id }) => id), staffId })
  const known = new Map(
    skus.map(({ id, code, goodsId, minimum }): [string, SkuFoundByStaffTypedCode] => [
      id,
      { id, code, goodsId, goodsName: goods.get(goodsId) ?? '', minimum, ofOthers: others.has(id) },
    ]),
  )
  const wholeIds = new Map(whole.map(({ id, code }) => [code, id]))
  return (code) => {
    const exact = wholeIds.get(code)
    if (exact !== undefined) return known.get(exact)
    const found = (byBare.get(normalisePartNumber(code)) ?? []).flatMap((id) => known.get(id) ?? [])
    return found.find((one) => one.code === code) ?? (found.length === 1 ? found[0] : undefined)
  }
}

/** How many letters at the beginning two part numbers must share to be compared. */
const ALIKE_LETTERS = 3
/** How many beginnings of a typed code are looked up, the longest first, and how many codes are read for each. */
const BEGINNINGS_MAX = 6
const ALIKE_MAX = 50
/** After all part numbers: none is longer. */
const PAST_ALL = 'z'.repeat(100)

/** The beginnings of a code that similar codes have: the longest ones, and one of ALIKE_LETTERS letters. */
function beginningsOf(bare: string): string[] {
  const lengths = Array.from({ length: BEGINNINGS_MAX - 1 }, (_, at) => bare.length - at).filter((length) => length > ALIKE_LETTERS)
  return [...lengths, ALIKE_LETTERS].map((length) => bare.slice(0, length))
}

/**
 * Finds the codes of the SKUs of the shops that a person keeps which begin like one of the typed codes: among them is what was probably
 * meant. Its statements do not grow with the codes; it reads at most ALIKE_MAX codes for each beginning from the index.
 */
export async function findSkuCodesBeginningAlike(db: Db, codes: readonly string[], staffId: string): Promise<string[]> {
  const bare = codes.map(normalisePartNumber).filter((code) => isPartNumber(code) && code.length >= ALIKE_LETTERS)
  const starts = [...new Set(bare.flatMap(beginningsOf))]
  if (starts.length === 0) return []
  const own = await buildSkuIdsOfStaffShopsSql(db, staffId)
  const pasts = starts.map((start) => start + PAST_ALL)
  const ofOwnShops = own === null ? sql`` : sql`and sku.id in ${own}`
  const { rows } = await sql<{ code: string }>`select distinct alike.code
    from unnest(${starts}::text[], ${pasts}::text[]) as range (first, past)
    cross join lateral (select sku.code from sku where ${bareSkuCodeSql} >= range.first
      and ${bareSkuCodeSql} < range.past ${ofOwnShops} order by ${bareSkuCodeSql} limit ${ALIKE_MAX}) as alike
    order by alike.code`.execute(db)
  return rows.map(({ code }) => code)
}

/**
 * Describes SKUs with the viewer's prices and the stock, by id. Unknown ids are left out. The number of statements does not depend on the
 * number of SKUs.
 */
export async function findSkuBriefsById(
  db: Db,
  viewer: PriceViewer,
  skuIds: readonly string[],
): Promise<Map<string, Omit<SkuBrief, 'materialCode'>>> {
  const skus = await findSkusById(db, [...new Set(skuIds)])
  const goods = new Map(
    (await findOncePublishedGoodsById(db, [...new Set(skus.map(({ goodsId }) => goodsId))])).map((one) => [one.id, one]),
  )
  const stock = await findStockBySku(
    db,
    skus.map(({ id }) => id),
  )
  const ladderFor = await readPriceLadderLookup(db, viewer, skus)
  const isSold = (sku: SkuRow) => sku.onShelf && goods.get(sku.goodsId)?.onShelf === true
  const replacements = await findReplacementsBySku(
    db,
    skus.filter((sku) => !isSold(sku)),
  )
  const briefs = skus.flatMap((sku): Omit<SkuBrief, 'materialCode'>[] => {
    const one = goods.get(sku.goodsId)
    if (!one) return []
    const steps = toVisiblePriceSteps(ladderFor(sku), { minimum: sku.minimum, unit: one.unit })
    return [
      {
        skuId: sku.id,
        goodsId: one.id,
        goodsName: one.name,
        image: one.picture,
        unit: one.unit,
        skuCode: sku.code,
        skuProps: JSON.stringify(sku.props),
        salePrice: steps[0].salePrice,
        creditPrice: steps[0].creditPrice,
        steps,
        stock: stock.get(sku.id)?.available ?? 0,
        minimum: sku.minimum,
        step: sku.step,
        onShelf: isSold(sku),
        shopPaused: one.shopPaused,
        replacement: replacements.get(sku.id) ?? null,
      },
    ]
  })
  return new Map(briefs.map((brief) => [brief.skuId, brief]))
}

/** Finds goods that were published once, by their goods codes. */
export const findGoodsByCodes = async (db: Db, codes: readonly string[]): Promise<{ id: string; code: string }[]> =>
  codes.length === 0
    ? []
    : db.selectFrom('goods').select(['id', 'slug as code']).where('slug', '=', anyOfTextsSql(codes)).where('state', '<>', 'draft').execute()

/** Returns the codes of goods by id. Unknown ids are left out. */
export async function findGoodsCodes(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('goods').select(['id', 'slug']).where('id', '=', anyOfIdsSql(ids)).execute()
  return new Map(rows.map(({ id, slug }) => [id, slug]))
}

/** Finds SKUs by their codes, as `normaliseSkuCodeForComparison` compares them, with the goods that they belong to. */
export const findSkusWithGoodsByCodes = async (
  db: Db,
  codes: readonly string[],
): Promise<{ id: string; code: string; goodsId: string; goodsName: string }[]> =>
  codes.length === 0
    ? []
    : db
        .selectFrom('sku')
        .innerJoin('goods', 'goods.id', 'sku.goods_id')
        .select(['sku.id', 'sku.code', 'sku.goods_id as goodsId', 'goods.name as goodsName'])
        .where('sku.code_key', '=', anyOfTextsSql(codes.map(normaliseSkuCodeForComparison)))
        .execute()

/** Returns the codes of SKUs by id. Unknown ids are left out. */
export async function findSkuCodes(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('sku').select(['id', 'code']).where('id', '=', anyOfIdsSql(ids)).execute()
  return new Map(rows.map(({ id, code }) => [id, code]))
}

/** Returns where SKUs lie in the house, by id; '' for one without a bin. Unknown ids are left out. */
export async function findSkuBins(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('sku').select(['id', 'bin']).where('id', '=', anyOfIdsSql(ids)).execute()
  return new Map(rows.map(({ id, bin }) => [id, bin]))
}

/** Returns the barcodes of SKUs by id; '' for one without. Unknown ids are left out. */
export async function findSkuBarcodes(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('sku').select(['id', 'barcode']).where('id', '=', anyOfIdsSql(ids)).execute()
  return new Map(rows.map(({ id, barcode }) => [id, barcode]))
}

/** Returns the numbers that the makers of SKUs have for them, by id; '' where none is known. Unknown ids are left out. */
export async function findSkuManufacturerNumbers(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('sku').select(['id', 'manufacturer_no']).where('id', '=', anyOfIdsSql(ids)).execute()
  return new Map(rows.map(({ id, manufacturer_no }) => [id, manufacturer_no]))
}

/** Returns the minimum quantities of SKUs, by SKU. */
export async function findMinimumQuantities(db: Db, entries: readonly { skuId: string }[]): Promise<Map<string, number>> {
  const skus = await findSkusById(db, [...new Set(entries.map(({ skuId }) => skuId))])
  return new Map(skus.map(({ id, minimum }) => [id, minimum]))
}

/** Adds to each entry the minimum quantity of its SKU. */
export async function addMinimumQuantities<Entry extends { skuId: string }>(
  db: Db,
  entries: readonly Entry[],
): Promise<(Entry & { minimum: number })[]> {
  const minimums = await findMinimumQuantities(db, entries)
  return entries.map((entry) => ({ ...entry, minimum: minimums.get(entry.skuId) ?? 1 }))
}

/** SQL: the ids of all SKUs of a category. */
export const skuIdsOfCategorySql = (categoryId: number) =>
  sql`(select sku.id from sku join goods on goods.id = sku.goods_id where goods.category_id = ${categoryId})`

/** SQL: the ids of all SKUs of a category and of the categories below it. */
export const skuIdsOfCategoryTreeSql = (categoryId: number) =>
  sql<string>`(select sku.id from sku join goods on goods.id = sku.goods_id join category on category.id = goods.category_id
    where ${categoryId}::int in (category.id, category.parent_id))`

/** What lists of staff show of a SKU. */
interface SkuDescription {
  skuId: string
  skuCode: string
  goodsName: string
  skuProps: string
  unit: string
  shopId: string
  goodsId: string
  minimum: number
}

/** Describes SKUs by id, whatever their number with two statements. Unknown ids are left out. */
export async function describeSkusById(db: Db, ids: readonly string[]): Promise<Map<string, SkuDescription>> {
  const skus = await findSkusById(db, [...new Set(ids)])
  const goods = new Map(
    (await findOncePublishedGoodsById(db, [...new Set(skus.map(({ goodsId }) => goodsId))])).map((one) => [one.id, one]),
  )
  return new Map(
    skus.flatMap(({ id, code, props, goodsId, minimum }) => {
      const own = goods.get(goodsId)
      if (!own) return []
      const { name, unit, shopId } = own
      return [[id, { skuId: id, skuCode: code, goodsName: name, skuProps: JSON.stringify(props), unit, shopId, goodsId, minimum }] as const]
    }),
  )
}

/** Finds the codes and costs of SKUs by id. SKUs without a cost are left out. */
export async function findSkuCodesAndCosts(db: Db, ids: readonly string[]): Promise<Map<string, { code: string; costFen: Fen }>> {
  if (ids.length === 0) return new Map()
  const query = db.selectFrom('sku').select(['id', 'code', 'cost_fen']).where('id', '=', anyOfIdsSql(ids))
  const rows = await query.execute()
  return new Map(rows.flatMap(({ id, code, cost_fen }) => (cost_fen === null ? [] : [[id, { code, costFen: cost_fen }]])))
}
