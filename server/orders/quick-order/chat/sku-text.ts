import type { ComparableSku } from '#server/catalog/goods/public.ts'
import { listPacks } from './convert-amount.ts'
import { listMeasuredNumbers, type MeasuredNumber, normaliseForTokens, parseChatLineTokens } from './line-tokens.ts'

/** A SKU in the parts that a line is compared with. */
export interface ComparableSkuText {
  sku: ComparableSku
  /** The words with letters in the name of its goods, squeezed: models. */
  models: Set<string>
  /** The words with letters of its own values, and those that only others of its goods have. */
  codes: Set<string>
  codesOfSiblings: Set<string>
  /** Numbers of its own values. */
  own: MeasuredNumber[]
  /** Numbers of its goods' name, and of their spec. */
  named: MeasuredNumber[]
  shared: MeasuredNumber[]
  /** Numbers that another SKU of its goods has as its own: for these the goods' name says nothing. */
  ofSiblings: MeasuredNumber[]
  packs: number[]
  grades: string[]
  sizes: number[][]
  /** Its own values, and all of its text, for words. */
  ownWords: string
  words: string
}

/** How large a container is that people call 大桶, in litres or kilograms. 小桶 says less: 3, 5, 15 or 18. */
const LARGE_CONTAINER_MIN = 150
const TON_CONTAINER = 1_000

/** What people call a SKU that its values do not say: 大桶, 吨桶, 整套. */
function listCommonNames({ unit, props }: ComparableSku, own: readonly MeasuredNumber[]): string {
  const volumes = own.filter((one) => one.unit === 'litre' || one.unit === 'kilogram').map(({ value }) => value)
  const names = []
  if (unit === '桶' && volumes.some((value) => value >= LARGE_CONTAINER_MIN)) names.push('大桶')
  if (unit === '桶' && volumes.includes(TON_CONTAINER)) names.push('吨桶')
  if (Object.values(props).some((value) => /[+＋]/.test(value))) names.push('整套成套全套')
  return names.join(' ')
}

const WORDS = /[a-z0-9]+(?:[-.][a-z0-9]+)*/g
const squeeze = (word: string): string => word.replace(/[^a-z0-9]/g, '')
const listCodes = ({ props }: ComparableSku): Set<string> =>
  new Set(
    Object.values(props)
      .flatMap((value) => normaliseForTokens(value).match(WORDS) ?? [])
      .map(squeeze)
      .filter((word) => /[a-z]/.test(word)),
  )

/** Prepares the SKUs of goods. They are given together, because what one has of its own is no sign of another. */
export function toComparableSkuTexts(skus: readonly ComparableSku[]): ComparableSkuText[] {
  const ownOf = new Map(skus.map((sku) => [sku.skuId, Object.values(sku.props).flatMap(listMeasuredNumbers)]))
  return skus.map((sku) => {
    const own = ownOf.get(sku.skuId) ?? []
    const siblings = skus.filter((other) => other.goodsId === sku.goodsId && other.skuId !== sku.skuId)
    const values = Object.values(sku.props).map(normaliseForTokens)
    const name = normaliseForTokens(sku.goodsName)
    const tokens = values.map(parseChatLineTokens)
    const codes = listCodes(sku)
    const ownWords = `${values.join(' ')} ${listCommonNames(sku, own)}`
    return {
      sku,
      models: new Set((name.match(WORDS) ?? []).map(squeeze)),
      codes,
      codesOfSiblings: new Set(siblings.flatMap((other) => [...listCodes(other)]).filter((code) => !codes.has(code))),
      own,
      named: listMeasuredNumbers(sku.goodsName),
      shared: listMeasuredNumbers(sku.goodsSpec),
      ofSiblings: siblings.flatMap((other) => ownOf.get(other.skuId) ?? []),
      packs: listPacks(sku).map(({ holds }) => holds),
      grades: tokens.flatMap(({ grades }) => grades),
      sizes: tokens.flatMap(({ sizes }) => sizes),
      ownWords,
      words: `${ownWords} ${Object.keys(sku.props).join(' ')} ${name} ${normaliseForTokens(sku.goodsSpec)} ${sku.unit}`,
    }
  })
}
