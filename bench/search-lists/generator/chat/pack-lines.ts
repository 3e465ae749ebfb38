// Orders of whole packs: boxes, packets, pallets.
import { allSkus, getSubcategoryOfSku, isPick, readProperty, type Sku } from '#bench/search-lists/generator/catalog.ts'
import { type SeededRandom, shuffleAcrossGroups } from '#bench/search-lists/generator/choices.ts'
import type { ChatLine, RowGeneratorRule } from '#bench/search-lists/generator/rows.ts'
import { findNumber, getPickHeadDiameter, listSkusWithSameHead, readDimensions, shortNameOf } from '#bench/search-lists/generator/sizes.ts'
import type { Description } from './descriptions.ts'
import { createChatLineOfNamedSkus, type OptionalChatLineRows } from './order-line.ts'
import { formatChineseCount } from './quantities.ts'

const readPacking = (sku: Sku): string => readProperty(sku, '包装')
const isPacked = (sku: Sku): boolean => /\d+ ?(支|个|片|桶)?一?(箱|盒|包|托)|盒装/.test(readPacking(sku))
/** The word for the pack: box, small box, packet or pallet. */
const readPack = (sku: Sku): string => ['箱', '盒', '包'].find((pack) => readPacking(sku).includes(pack)) ?? '托'

/** Describes goods that have no model and are sold in packs by the property that they are chosen by. */
function describePackedPart(sku: Sku): Description | undefined {
  const { goods, properties } = sku
  const chosenBy = ['直径×高度', '配合柄径'].find((name) => name in properties) ?? '规格'
  const value = properties[chosenBy]
  if (!value) return undefined
  const text =
    chosenBy === '直径×高度'
      ? `${shortNameOf(goods)} ${readDimensions(sku).join('×')}`
      : `${goods.name.replace(/ \d+$/, '')} ${findNumber(value)}柄`
  return { text, fitting: goods.skus.filter((other) => other.properties[chosenBy] === value) }
}

/** Describes a SKU that is sold in packs of a number of pieces; undefined if the pack is a weight or the kind of goods is not ordered so. */
function describePacked(sku: Sku): Description | undefined {
  const { goods, unit } = sku
  if (/公斤|升/.test(readPacking(sku)) || unit === '公斤') return undefined
  if (isPick(goods)) return { text: `${goods.model} ${getPickHeadDiameter(sku)}头`, fitting: listSkusWithSameHead(sku) }
  if (goods.model) return { text: goods.model, fitting: goods.skus }
  return /卡簧|挡圈|垫片|合金头/.test(goods.name) ? describePackedPart(sku) : undefined
}

/** The quantity is that of the pieces. None if the packs of the SKUs that fit are of several sizes. */
const makePacks = (random: SeededRandom): OptionalChatLineRows =>
  shuffleAcrossGroups(random, allSkus.filter(isPacked), getSubcategoryOfSku).map((sku) => {
    const packs = 1 + random.below(6)
    const [pack, description] = [readPack(sku), describePacked(sku)]
    const fitting = description?.fitting.filter((other) => readPacking(other).includes(pack)) ?? []
    const sizes = new Set(fitting.map((other) => findNumber(readPacking(other))))
    if (!description || sizes.size > 1) return undefined
    const text = `${description.text} ${random.pick([String(packs), formatChineseCount(packs)])}${pack}`
    return createChatLineOfNamedSkus(text, fitting, packs * Number(findNumber(readPacking(sku))))
  })

export const chatPackGeneratorRules: readonly RowGeneratorRule<ChatLine>[] = [{ kind: 'pack', quota: 14, make: makePacks }]
