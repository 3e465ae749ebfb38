// Reads the tables `sku` and `goods`: the SKUs on the shelf that texts may mean, many texts at once.
import { listSkusOnShelf } from '#server/catalog/goods/goods-store.ts'
import { splitCodeIntoSuffixes } from '#server/catalog/goods/search-tokens.ts'
import type { Db } from '#server/platform/core/db.ts'
import { type RankedText, rankGoodsOfTexts } from './rank-goods-of-texts.ts'
import { unifyLookalikeCharacters } from './read-keyword.ts'

/** A text with the part numbers that it may contain, squeezed. */
export interface TextOfSku extends RankedText {
  codes: readonly string[]
}

/** What is known of a SKU to compare it with a text. */
export interface ComparableSku {
  skuId: string
  goodsId: string
  code: string
  /** The code without signs, and its endings from each place where it may be cut: ktu8422, u8422, 22. */
  tails: string[]
  props: Readonly<Record<string, string>>
  minimum: number
  step: number
  goodsName: string
  goodsSpec: string
  unit: string
}

/** The goods that a text may mean, with a score that compares within the text. */
export interface SkuCandidates {
  skus: ComparableSku[]
  scoreOf: ReadonlyMap<string, number>
}

/** How many goods are looked at for each text. */
const GOODS_A_TEXT = 10
/** How many goods are added for each part number of a text. */
const GOODS_A_CODE = 6
/** Only so many texts are searched for by their words, because ranking is expensive. */
const WORDED_MAX = 40

interface Numbered {
  goodsId: string
  tails: string[]
}

/** Reads all numbers on the shelf. The rows are small: reading all of them is cheaper than hundreds of single searches. */
async function readNumbers(db: Db): Promise<Numbered[]> {
  const rows = await db
    .selectFrom('sku')
    .innerJoin('goods', 'goods.id', 'sku.goods_id')
    .select(['sku.goods_id', 'sku.code'])
    .where('sku.on_shelf', '=', true)
    .where('goods.on_shelf', '=', true)
    .orderBy('sku.code')
    .execute()
  return rows.map(({ goods_id, code }) => ({ goodsId: goods_id, tails: splitCodeIntoSuffixes(code) }))
}

/**
 * Finds the goods with a SKU whose number begins with a code, or has an ending that does; signs that look alike are one. One pass over the
 * numbers serves all codes.
 */
function findGoodsByBeginning(numbers: readonly Numbered[], codes: readonly string[]): Map<string, Set<string>> {
  const wanted = new Set(codes.filter((code) => code.length > 1).map(unifyLookalikeCharacters))
  const lengths = [...new Set([...wanted].map(({ length }) => length))]
  const found = new Map<string, Set<string>>()
  for (const { goodsId, tails } of numbers)
    for (const tail of tails.map(unifyLookalikeCharacters))
      for (const length of lengths) {
        const part = tail.length >= length ? tail.slice(0, length) : ''
        if (!wanted.has(part)) continue
        const goods = found.get(part) ?? new Set()
        found.set(part, goods.size < GOODS_A_CODE ? goods.add(goodsId) : goods)
      }
  return found
}

/**
 * Finds the SKUs on the shelf that each text may mean: those of goods with its words, and those whose part number begins with one of its
 * codes. All texts are looked up by their codes, the first forty also by their words. The number of statements does not depend on the number
 * of texts.
 */
export async function findSkuCandidates(db: Db, texts: readonly TextOfSku[]): Promise<Map<string, SkuCandidates>> {
  if (texts.length === 0) return new Map()
  const numbers = await readNumbers(db)
  const begun = findGoodsByBeginning(
    numbers,
    texts.flatMap(({ codes }) => codes),
  )
  const goodsCount = new Set(numbers.map(({ goodsId }) => goodsId)).size
  const ranked = await rankGoodsOfTexts(db, texts.slice(0, WORDED_MAX), { goodsCount, limit: GOODS_A_TEXT })
  const scoresOf = new Map(
    texts.map(({ text, codes }): [string, Map<string, number>] => {
      const byCode = codes.flatMap((code) => [...(begun.get(unifyLookalikeCharacters(code)) ?? [])])
      return [
        text,
        new Map([...byCode.map((id) => [id, 0] as const), ...(ranked.get(text) ?? []).map((one) => [one.goodsId, one.score] as const)]),
      ]
    }),
  )
  const skusOf = Map.groupBy(
    (await listSkusOnShelf(db, [...new Set([...scoresOf.values()].flatMap((scores) => [...scores.keys()]))])).map(
      ({ sku, goods }): ComparableSku => ({
        skuId: sku.id,
        goodsId: goods.id,
        code: sku.code,
        tails: splitCodeIntoSuffixes(sku.code),
        props: sku.props,
        minimum: sku.minimum,
        step: sku.step,
        goodsName: goods.name,
        goodsSpec: goods.spec,
        unit: goods.unit,
      }),
    ),
    ({ goodsId }) => goodsId,
  )
  return new Map(
    [...scoresOf].map(([text, scoreOf]) => [text, { scoreOf, skus: [...scoreOf.keys()].flatMap((goodsId) => skusOf.get(goodsId) ?? []) }]),
  )
}
