// Finds SKUs on sale by the part numbers of other makers, as buyers type them.
import type { CrossReferenceMatch } from '#contract/catalog/goods/cross-reference.ts'
import { normalisePartNumber } from '#contract/catalog/goods/normalise-part-number.ts'
import { type CrossReferenceOfSku, findCrossReferencesByNumber } from '#server/catalog/cross-references/public.ts'
import { findOncePublishedGoodsById, findSkusById } from '#server/catalog/goods/goods-store.ts'
import { normaliseSearchText } from '#server/catalog/goods/search-tokens.ts'
import type { Db } from '#server/platform/core/db.ts'

/** A number within a longer text must have this many letters and digits, with a digit among them: shorter ones are sizes and grades. */
const NUMBER_IN_TEXT_MIN = 4
/** A number may be written with blanks: PM 38 22. */
const WORDS_OF_NUMBER_MAX = 4
/** So many words of a text are looked at. */
const WORDS_MAX = 16
/** All texts of a paste together find at most so many. */
const FOUND_MAX = 2_000

/** What a typed text says of a part of another maker. */
export interface CrossReferenceHit extends CrossReferenceMatch {
  /** The text is the number, with or without the brand, and nothing else. */
  isWhole: boolean
  /** The text has the brand beside the number. */
  namesBrand: boolean
}

/** The numbers that a text may contain, normalised: all of it, and its words, alone and joined with the next ones. */
function listPossibleNumbers(text: string): Set<string> {
  const runs = normaliseSearchText(text).match(/[a-z0-9][a-z0-9\s./_-]*/g) ?? []
  const found = new Set<string>()
  let words = 0
  for (const run of runs) {
    const own = run.split(/\s/).map(normalisePartNumber).filter(Boolean)
    for (const [at] of own.entries()) {
      if (++words > WORDS_MAX) break
      for (let count = 1; count <= Math.min(WORDS_OF_NUMBER_MAX, own.length - at); count++) found.add(own.slice(at, at + count).join(''))
    }
  }
  const long = [...found].filter((word) => word.length >= NUMBER_IN_TEXT_MIN && /\d/.test(word))
  return new Set([normalisePartNumber(text), ...long].filter((word) => word !== ''))
}

/** Whether a text is a number alone, or with its brand before or behind it. */
function isNumberWithBrand(text: string, { brand, numberKey }: CrossReferenceOfSku): boolean {
  const [whole, maker] = [normalisePartNumber(text), normalisePartNumber(brand)]
  return [numberKey, `${maker}${numberKey}`, `${numberKey}${maker}`].includes(whole)
}

/** Where a text names the brand of one of them, those of other brands are not meant. */
function omitOtherBrands(text: string, found: readonly CrossReferenceOfSku[]): readonly CrossReferenceOfSku[] {
  const whole = normalisePartNumber(text)
  const named = found.filter(({ brand }) => whole.includes(normalisePartNumber(brand)))
  return named.length > 0 ? named : found
}

/**
 * Finds the SKUs on sale to which the other makers' numbers in some texts correspond, by text, each once. Texts without any are left out.
 * Three statements, whatever the number of texts, and one if nothing is found.
 */
export async function findCrossReferenceHits(db: Db, texts: readonly string[]): Promise<Map<string, CrossReferenceHit[]>> {
  const numbersOf = new Map(texts.map((text) => [text, listPossibleNumbers(text)]))
  const keys = [...new Set([...numbersOf.values()].flatMap((numbers) => [...numbers]))]
  const found = await findCrossReferencesByNumber(db, { keys, limit: FOUND_MAX })
  if (found.length === 0) return new Map()
  const skus = (await findSkusById(db, [...new Set(found.map(({ skuId }) => skuId))])).filter(({ onShelf }) => onShelf)
  const goods = new Map(
    (await findOncePublishedGoodsById(db, [...new Set(skus.map(({ goodsId }) => goodsId))]))
      .filter(({ onShelf }) => onShelf)
      .map((one) => [one.id, one]),
  )
  const sold = new Map(skus.filter(({ goodsId }) => goods.has(goodsId)).map((sku) => [sku.id, sku]))
  const byNumber = Map.groupBy(
    found.filter(({ skuId }) => sold.has(skuId)),
    ({ numberKey }) => numberKey,
  )
  const hitsOf = (text: string, numbers: ReadonlySet<string>): CrossReferenceHit[] => {
    const own = omitOtherBrands(
      text,
      [...numbers].flatMap((number) => byNumber.get(number) ?? []),
    )
    return own.flatMap((reference) => {
      const sku = sold.get(reference.skuId)
      const named = sku && goods.get(sku.goodsId)
      if (!named) return []
      const { brand, partNumber, fit, note } = reference
      const match = { brand, partNumber, fit, note, skuId: sku.id, goodsId: sku.goodsId, goodsName: named.name, skuCode: sku.code }
      const namesBrand = normalisePartNumber(text).includes(normalisePartNumber(brand))
      return [{ ...match, isWhole: isNumberWithBrand(text, reference), namesBrand }]
    })
  }
  return new Map([...numbersOf].map(([text, numbers]) => [text, hitsOf(text, numbers)] as const).filter(([, hits]) => hits.length > 0))
}
