// Finds SKUs on sale by the part numbers of other makers, as buyers type them.
import {
  type CrossReferenceFit,
  type CrossReferenceMatch,
  toVisibleCrossReference,
  type VisibleCrossReference,
} from '#contract/catalog/goods/cross-reference.ts'
import { normalisePartNumber } from '#contract/catalog/goods/normalise-part-number.ts'
import { type CrossReferenceOfSku, findCrossReferencesByNumber } from '#server/catalog/cross-references/public.ts'
import { findOncePublishedGoodsById, findSkusById, type SkuRow } from '#server/catalog/goods/goods-store.ts'
import { normaliseSearchText } from '#server/catalog/goods/search-tokens.ts'
import type { Db } from '#server/platform/core/db.ts'
import { findReplacementsBySku } from './replacements.ts'

/** A number within a longer text must have this many letters and digits: shorter ones are sizes and grades. The brand counts, if it stands before. */
const NUMBER_IN_TEXT_MIN = 4
/** A number may be written with blanks: PM 38 22. */
const WORDS_OF_NUMBER_MAX = 4
/** So many words of a text are looked at. */
const WORDS_MAX = 16
/** A quantity or a size, which is no number of a part: 1000, 500ml, 38mm. */
const AMOUNT_OR_SIZE = /^\d+(?:mm|cm|m|km|kg|g|t|l|ml|pcs?|ea|sets?|v|w|kw|a|mpa|bar|hz|rpm)?$/

/** What a typed text says of a part of another maker. */
export interface CrossReferenceHit extends CrossReferenceMatch {
  /** The text is the number, with or without the brand, and nothing else. */
  isWhole: boolean
  /** The text has the brand beside the number. */
  namesBrand: boolean
  /** So many SKUs have the number that not all of them are known. */
  isOneOfTooMany: boolean
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
  const likely = [...found].filter((word) => word.length >= NUMBER_IN_TEXT_MIN && /\d/.test(word) && !AMOUNT_OR_SIZE.test(word))
  return new Set([normalisePartNumber(text), ...likely].filter((word) => word !== ''))
}

const isLatinOrDigit = (sign: string | undefined): boolean => sign !== undefined && /[a-z0-9]/.test(sign)

/** Whether a text has the brand beside the number. A brand that is only a part of the number, or of another word, is not named. */
function namesBrand(text: string, { brandKey, numberKey }: CrossReferenceOfSku): boolean {
  if (brandKey === '') return false
  const words = normaliseSearchText(text).split(/[^\p{L}\p{N}]/u)
  const whole = words.join('')
  const from = whole.indexOf(numberKey)
  const to = from + numberKey.length
  const ends = new Set([from, to])
  let end = 0
  for (const word of words) {
    end += word.length
    ends.add(end)
  }
  const isEdge = (at: number) => at === 0 || ends.has(at) || !isLatinOrDigit(whole[at - 1]) || !isLatinOrDigit(whole[at])
  for (let at = whole.indexOf(brandKey); at >= 0; at = whole.indexOf(brandKey, at + 1)) {
    const after = at + brandKey.length
    if ((after <= from || at >= to) && isEdge(at) && isEdge(after)) return true
  }
  return false
}

/** The most cautious first. */
const CAUTION: Readonly<Record<CrossReferenceFit, number>> = { ask: 0, size: 1, full: 2 }

interface ReferenceWithVerdict extends CrossReferenceOfSku {
  isWhole: boolean
  namesBrand: boolean
}

/**
 * The cross-references that a text means, of each SKU the most cautious one. If the text as a whole is a number, numbers within it are not
 * meant. If it names the brand of one, those of other brands are not meant either, except where the whole text is their number.
 */
function chooseMeantReferences(text: string, found: readonly CrossReferenceOfSku[]): ReferenceWithVerdict[] {
  const whole = normalisePartNumber(text)
  const all = found.map((one) => Object.assign({ isWhole: one.foundBy === whole, namesBrand: namesBrand(text, one) }, one))
  const ofBrand = all.some((one) => one.namesBrand) ? all.filter((one) => one.namesBrand || one.numberKey === whole) : all
  const meant = ofBrand.some(({ isWhole }) => isWhole) ? ofBrand.filter(({ isWhole }) => isWhole) : ofBrand
  const bySku = Map.groupBy(meant, ({ skuId }) => skuId)
  return [...bySku.values()].flatMap((own) => own.toSorted((one, other) => CAUTION[one.fit] - CAUTION[other.fit]).slice(0, 1))
}

/** The SKU on sale that stands for a SKU: itself, or what replaces it. `replaces`: the part number of the SKU that is not sold any more. */
interface StandIn {
  skuId: string
  goodsId: string
  goodsName: string
  skuCode: string
  replaces?: string
}

/** Finds which SKU on sale stands for each of some SKUs, by id; those that are neither sold nor replaced are left out. */
async function findStandInsOnSale(db: Db, skuIds: readonly string[]): Promise<Map<string, StandIn>> {
  const skus = await findSkusById(db, skuIds)
  const goods = await findOncePublishedGoodsById(db, [...new Set(skus.map(({ goodsId }) => goodsId))])
  const nameOf = new Map(goods.filter(({ onShelf }) => onShelf).map(({ id, name }) => [id, name]))
  const isSold = ({ onShelf, goodsId }: SkuRow) => onShelf && nameOf.has(goodsId)
  const replacements = await findReplacementsBySku(
    db,
    skus.filter((sku) => !isSold(sku)),
  )
  return new Map(
    skus.flatMap((sku): [string, StandIn][] => {
      const { id, goodsId, code } = sku
      if (isSold(sku)) return [[id, { skuId: id, goodsId, goodsName: nameOf.get(goodsId) ?? '', skuCode: code }]]
      const by = replacements.get(id)
      return by ? [[id, Object.assign({ replaces: code }, by)]] : []
    }),
  )
}

/** What a buyer is told of a part whose SKU was replaced: whether the new one fits is never certain. */
const toReferenceOfReplacement = (reference: CrossReferenceOfSku, replaces: string): VisibleCrossReference => ({
  brand: reference.brand,
  partNumber: reference.partNumber,
  fit: 'ask',
  note: [`原对应 ${replaces}，已停售，由本规格替代`, reference.note].filter(Boolean).join('；'),
})

/**
 * Finds the SKUs on sale to which the other makers' numbers in some texts correspond, by text, each once. Texts without any are left out.
 * A SKU that is not sold any more leads to the one that replaces it. Four statements at most, whatever the number of texts, and one if
 * nothing is found.
 */
export async function findCrossReferenceHits(db: Db, texts: readonly string[]): Promise<Map<string, CrossReferenceHit[]>> {
  const numbersOf = new Map(texts.map((text) => [text, listPossibleNumbers(text)]))
  const found = await findCrossReferencesByNumber(db, [...new Set([...numbersOf.values()].flatMap((numbers) => [...numbers]))])
  if (found.length === 0) return new Map()
  const sold = await findStandInsOnSale(db, [...new Set(found.map(({ skuId }) => skuId))])
  const byKey = Map.groupBy(
    found.filter(({ skuId }) => sold.has(skuId)),
    ({ foundBy }) => foundBy,
  )
  const hitsOf = (text: string, numbers: ReadonlySet<string>): CrossReferenceHit[] => {
    const meant = chooseMeantReferences(
      text,
      [...numbers].flatMap((number) => byKey.get(number) ?? []),
    )
    const hits = meant.flatMap((reference) => {
      const standIn = sold.get(reference.skuId)
      if (!standIn) return []
      const { replaces, ...sku } = standIn
      const { isWhole, namesBrand, isOneOfTooMany } = reference
      const visible = replaces === undefined ? toVisibleCrossReference(reference) : toReferenceOfReplacement(reference, replaces)
      return [{ hit: { ...visible, ...sku, isWhole, namesBrand, isOneOfTooMany }, isReplacement: replaces !== undefined }]
    })
    // A SKU that has the number itself is not named again as the replacement of another one.
    return [...Map.groupBy(hits, ({ hit }) => hit.skuId).values()].flatMap(
      (own) => (own.find(({ isReplacement }) => !isReplacement) ?? own[0])?.hit ?? [],
    )
  }
  return new Map([...numbersOf].map(([text, numbers]) => [text, hitsOf(text, numbers)] as const).filter(([, hits]) => hits.length > 0))
}
