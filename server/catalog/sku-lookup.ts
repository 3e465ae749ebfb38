// Finds SKUs by what people call them, many at once, and says what they are.
import { sql } from 'kysely'
import { bareCode } from '../../contract/catalog/bare-code.ts'
import type { SkuBrief } from '../../contract/catalog/sku-brief.ts'
import { readStock } from '../inventory/public.ts'
import type { Db } from '../platform/db.ts'
import { findGoods, findSkus, listSkusOf, type SkuRow } from './goods-store.ts'
import { codeTails, queryFrom } from './search-words.ts'

/** Ours are made of these alone: a text with a Chinese word in it names a good, and no part number to the last letter. */
const isPartNumber = (bare: string): boolean => /^[a-z0-9]+$/.test(bare)

/**
 * SKUs by part numbers as people write them, whether on the shelf or not: by the bare number, all that have it. One statement, however many
 * are asked for.
 */
export async function findSkusByCode(db: Db, codes: readonly string[]): Promise<Map<string, string[]>> {
  const bare = [...new Set(codes.map(bareCode).filter(isPartNumber))]
  if (bare.length === 0) return new Map()
  // The same words as the index's, or it is not used.
  const key = sql<string>`regexp_replace(lower(code), '[^a-z0-9]', '', 'g')`
  const rows = await db
    .selectFrom('sku')
    .select(['id', key.as('bare')])
    .where(sql<boolean>`${key} = any(${bare}::text[])`)
    .orderBy('id')
    .execute()
  const found = new Map<string, string[]>()
  for (const { id, bare: own } of rows) found.set(own, [...(found.get(own) ?? []), id])
  return found
}

const GOODS_A_TEXT = 4
const SKUS_A_TEXT = 6

/** Goods on the shelf that the search finds for each text, the likeliest first. One statement for all texts. */
async function searchAll(db: Db, texts: readonly string[]): Promise<Map<string, string[]>> {
  const asked = texts.flatMap((text) => {
    const query = queryFrom(text)
    return query === undefined ? [] : [{ text, query, code: `% ${bareCode(text)}%` }]
  })
  if (asked.length === 0) return new Map()
  const { rows } = await sql<{ at: number; goods_id: string }>`
    select asked.at, found.goods_id
    from unnest(${asked.map(({ query }) => query)}::text[], ${asked.map(({ code }) => code)}::text[]) with ordinality as asked(query, code, at)
    cross join lateral (
      select goods_id, row_number() over () as place from (
        select goods_id from goods_search
        where on_shelf and words @@ asked.query::tsquery
        order by codes like asked.code desc, in_stock desc, position, goods_id
        limit ${GOODS_A_TEXT}) as best) as found
    order by asked.at, found.place`.execute(db)
  const found = new Map<string, string[]>()
  for (const { at, goods_id } of rows) {
    const text = asked[Number(at) - 1]?.text ?? ''
    found.set(text, [...(found.get(text) ?? []), goods_id])
  }
  return found
}

/** Of the SKUs of what was found: those whose number begins, or goes on after a hyphen, as the text does; else all of them. */
function likeliest(text: string, skus: readonly SkuRow[]): string[] {
  const bare = bareCode(text)
  const close = bare === '' ? [] : skus.filter(({ code }) => codeTails(code).some((tail) => tail.startsWith(bare)))
  return (close.length > 0 ? close : skus).slice(0, SKUS_A_TEXT).map(({ id }) => id)
}

/** 您要找的是不是: SKUs on the shelf that a text may mean, at most six each; texts that the search finds nothing for are not there. */
export async function suggestSkus(db: Db, texts: readonly string[]): Promise<Map<string, string[]>> {
  const found = await searchAll(db, [...new Set(texts)])
  const skus = await listSkusOf(db, [...new Set([...found.values()].flat())])
  const byGoods = new Map<string, SkuRow[]>()
  for (const sku of skus) if (sku.onShelf) byGoods.set(sku.goodsId, [...(byGoods.get(sku.goodsId) ?? []), sku])
  return new Map(
    [...found].map(([text, goodsIds]) => [
      text,
      likeliest(
        text,
        goodsIds.flatMap((goodsId) => byGoods.get(goodsId) ?? []),
      ),
    ]),
  )
}

/** What SKUs are, cost now, and how many there are, by id; what does not exist is not there. Three statements. */
export async function describeSkus(db: Db, skuIds: readonly string[]): Promise<Map<string, Omit<SkuBrief, 'materialCode'>>> {
  const skus = await findSkus(db, [...new Set(skuIds)])
  const goods = new Map((await findGoods(db, [...new Set(skus.map(({ goodsId }) => goodsId))])).map((one) => [one.id, one]))
  const stock = await readStock(
    db,
    skus.map(({ id }) => id),
  )
  const briefs = skus.flatMap((sku): Omit<SkuBrief, 'materialCode'>[] => {
    const one = goods.get(sku.goodsId)
    if (!one) return []
    return [
      {
        ...{ skuId: sku.id, goodsId: one.id, goodsName: one.name, image: one.slug, unit: one.unit, skuCode: sku.code },
        ...{ skuProps: JSON.stringify(sku.props), salePrice: sku.salePriceFen, creditPrice: sku.creditPriceFen },
        ...{ stock: stock.get(sku.id)?.available ?? 0, minimum: sku.minimum, step: sku.step, onShelf: sku.onShelf && one.onShelf },
      },
    ]
  })
  return new Map(briefs.map((brief) => [brief.skuId, brief]))
}
