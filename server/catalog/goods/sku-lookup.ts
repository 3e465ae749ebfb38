// Finds SKUs by what people call them, many at once, and says what they are.
import { sql } from 'kysely'
import { normalisePartNumber } from '#contract/catalog/goods/normalise-part-number.ts'
import type { SkuBrief } from '#contract/catalog/goods/sku-brief.ts'
import { toPriceSteps } from '#contract/catalog/pricing/visible-price-steps.ts'
import { findStock } from '#server/catalog/inventory/public.ts'
import { type PriceViewer, readLadders } from '#server/catalog/pricing/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import { findGoods, findSkus } from './goods-store.ts'
import { buildLooseTsQuery, buildTsQuery, listCodeSuffixes } from './search-tokens.ts'

/** Ours are made of these alone: a text with a Chinese word in it names a good, and no part number to the last letter. */
const isPartNumber = (bare: string): boolean => /^[a-z0-9]+$/.test(bare)

/**
 * SKUs by part numbers as people write them, whether on the shelf or not: by the bare number, all that have it. One statement, however many
 * are asked for.
 */
export async function findSkusByCode(db: Db, codes: readonly string[]): Promise<Map<string, string[]>> {
  const bare = [...new Set(codes.map(normalisePartNumber).filter(isPartNumber))]
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
const WORDED_MAX = 40

/** A SKU with the pieces that its number is found by, the whole number first. */
interface Tailed {
  id: string
  goodsId: string
  tails: string[]
}

/** Every number on the shelf. A small row each: to read them all costs less than to search for a hundred texts one by one. */
async function readNumbers(db: Db): Promise<Tailed[]> {
  const rows = await db
    .selectFrom('sku')
    .innerJoin('goods', 'goods.id', 'sku.goods_id')
    .select(['sku.id', 'sku.goods_id', 'sku.code'])
    .where('sku.on_shelf', '=', true)
    .where('goods.on_shelf', '=', true)
    .orderBy('sku.code')
    .execute()
  return rows.map(({ id, goods_id, code }) => ({ id, goodsId: goods_id, tails: listCodeSuffixes(code) }))
}

/**
 * SKUs whose number begins, or goes on after a hyphen, as a text does: by the text's bare number, those that begin so in front. One walk over
 * the numbers, however many texts.
 */
function byBeginning(numbers: readonly Tailed[], bare: ReadonlySet<string>): Map<string, string[]> {
  const lengths = [...new Set([...bare].map(({ length }) => length))]
  const found = new Map<string, { first: string[]; later: string[] }>()
  for (const { id, tails } of numbers) {
    const met = new Map<string, boolean>()
    for (const [at, tail] of tails.entries()) {
      for (const length of lengths) {
        const part = tail.length >= length ? tail.slice(0, length) : ''
        if (bare.has(part) && !met.has(part)) met.set(part, at === 0)
      }
    }
    for (const [part, first] of met) {
      const own = found.get(part) ?? { first: [], later: [] }
      found.set(part, own)
      ;(first ? own.first : own.later).push(id)
    }
  }
  return new Map([...found].map(([part, { first, later }]) => [part, [...first, ...later].slice(0, SKUS_A_TEXT)]))
}

/** Goods on the shelf that the search finds for each text, the likeliest first. One statement for all texts. */
async function searchAll(db: Db, texts: readonly string[], queryOf: (text: string) => string | undefined): Promise<Map<string, string[]>> {
  const asked = texts.flatMap((text) => {
    const query = queryOf(text)
    return query === undefined ? [] : [{ text, query }]
  })
  if (asked.length === 0) return new Map()
  const { rows } = await sql<{ at: number; goods_id: string }>`
    select asked.at, found.goods_id
    from unnest(${asked.map(({ query }) => query)}::text[]::tsquery[]) with ordinality as asked(query, at)
    cross join lateral (
      select goods_id, row_number() over () as place from (
        select goods_id from goods_search
        where on_shelf and words @@ asked.query
        order by ts_rank(words, asked.query) desc, in_stock desc, position, goods_id
        limit ${GOODS_A_TEXT}) as best) as found
    order by asked.at, found.place`.execute(db)
  const found = new Map<string, string[]>()
  for (const { at, goods_id } of rows) {
    const text = asked[Number(at) - 1]?.text ?? ''
    found.set(text, [...(found.get(text) ?? []), goods_id])
  }
  return found
}

/**
 * 您要找的是不是: SKUs on the shelf that texts may mean, at most six each; texts that nothing is found for are not there. Part numbers are all
 * looked for, however many. Of texts in words only the first forty are: each of them has many goods ranked.
 */
export async function suggestSkus(db: Db, texts: readonly string[]): Promise<Map<string, string[]>> {
  const distinct = [...new Set(texts)]
  if (distinct.length === 0) return new Map()
  const numbers = await readNumbers(db)
  const bare = new Set(distinct.map(normalisePartNumber).filter((part) => part.length > 1 && isPartNumber(part)))
  const begun = byBeginning(numbers, bare)
  const suggested = new Map(
    distinct.flatMap((text): [string, string[]][] => {
      const skuIds = begun.get(normalisePartNumber(text))
      return skuIds ? [[text, skuIds]] : []
    }),
  )
  const byGoods = new Map<string, string[]>()
  for (const { id, goodsId } of numbers) byGoods.set(goodsId, [...(byGoods.get(goodsId) ?? []), id])
  for (const query of [buildTsQuery, buildLooseTsQuery]) {
    const missed = distinct.filter((text) => !suggested.has(text)).slice(0, WORDED_MAX)
    for (const [text, goodsIds] of await searchAll(db, missed, query)) {
      const skuIds = goodsIds.flatMap((goodsId) => byGoods.get(goodsId) ?? [])
      if (skuIds.length > 0) suggested.set(text, skuIds.slice(0, SKUS_A_TEXT))
    }
  }
  return suggested
}

/** What SKUs are, cost the viewer now, and how many there are, by id; what does not exist is not there. As many statements for one as for many. */
export async function describeSkus(
  db: Db,
  viewer: PriceViewer,
  skuIds: readonly string[],
): Promise<Map<string, Omit<SkuBrief, 'materialCode'>>> {
  const skus = await findSkus(db, [...new Set(skuIds)])
  const goods = new Map((await findGoods(db, [...new Set(skus.map(({ goodsId }) => goodsId))])).map((one) => [one.id, one]))
  const stock = await findStock(
    db,
    skus.map(({ id }) => id),
  )
  const ladderFor = await readLadders(db, viewer, skus)
  const briefs = skus.flatMap((sku): Omit<SkuBrief, 'materialCode'>[] => {
    const one = goods.get(sku.goodsId)
    if (!one) return []
    const steps = toPriceSteps(ladderFor(sku), { minimum: sku.minimum, unit: one.unit })
    return [
      {
        skuId: sku.id,
        goodsId: one.id,
        goodsName: one.name,
        image: one.slug,
        unit: one.unit,
        skuCode: sku.code,
        skuProps: JSON.stringify(sku.props),
        salePrice: steps[0].salePrice,
        creditPrice: steps[0].creditPrice,
        steps,
        stock: stock.get(sku.id)?.available ?? 0,
        minimum: sku.minimum,
        step: sku.step,
        onShelf: sku.onShelf && one.onShelf,
      },
    ]
  })
  return new Map(briefs.map((brief) => [brief.skuId, brief]))
}
