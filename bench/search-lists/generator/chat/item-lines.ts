// Orders by code, by description and by model.
import { allSkus, getSubcategoryOfGoods, getSubcategoryOfSku, goodsWithModel } from '#bench/search-lists/generator/catalog.ts'
import { getElementCyclically, type SeededRandom, shuffle, shuffleAcrossGroups } from '#bench/search-lists/generator/choices.ts'
import { isCodeTextOfSkuAlone, skuCodeWritersByUse } from '#bench/search-lists/generator/codes.ts'
import type { ChatLine, RowGeneratorRule } from '#bench/search-lists/generator/rows.ts'
import { describableSkus, describeSku, listSkusMeantByGoodsName } from './descriptions.ts'
import { type OptionalChatLineRows, writeCodeLine, writeDescribedLine } from './order-line.ts'
import { getCommonQuantityStyle, pickQuantity } from './quantities.ts'

const makeByCode = (random: SeededRandom): OptionalChatLineRows =>
  shuffleAcrossGroups(random, allSkus, getSubcategoryOfSku).map((sku, at) => {
    const text = getElementCyclically(skuCodeWritersByUse.chat, at)(sku.code)
    const order = { sku, count: pickQuantity(random, sku) }
    if (isCodeTextOfSkuAlone(sku, text)) return writeCodeLine(random, getCommonQuantityStyle(at), order, text)
    return writeDescribedLine(random, getCommonQuantityStyle(at), order, { text, fitting: listSkusMeantByGoodsName(sku.goods) })
  })

const makeByDescription = (random: SeededRandom): OptionalChatLineRows =>
  shuffleAcrossGroups(random, describableSkus, getSubcategoryOfSku).map((sku, at) => {
    const description = describeSku(random, sku)
    const order = { sku, count: pickQuantity(random, sku) }
    return description && writeDescribedLine(random, getCommonQuantityStyle(at), order, description)
  })

const makeByModel = (random: SeededRandom): OptionalChatLineRows =>
  shuffleAcrossGroups(random, goodsWithModel, getSubcategoryOfGoods).map((goods, at) => {
    const [sku] = goods.skus
    if (!sku) return undefined
    const text = at % 2 === 1 ? goods.model : `${goods.model} ${goods.word}`
    const order = { sku, count: pickQuantity(random, sku) }
    return writeDescribedLine(random, getCommonQuantityStyle(at), order, { text, fitting: listSkusMeantByGoodsName(goods) })
  })

/** Codes and descriptions with a quantity in Chinese. */
function makeNumerals(random: SeededRandom): OptionalChatLineRows {
  const skus = [...describableSkus, ...shuffle(random, allSkus).slice(0, 60)]
  return shuffleAcrossGroups(random, skus, getSubcategoryOfSku).map((sku, at) => {
    const order = { sku, count: pickQuantity(random, sku) }
    const description = at % 2 === 1 ? describeSku(random, sku) : undefined
    return description ? writeDescribedLine(random, 'chinese', order, description) : writeCodeLine(random, 'chinese', order)
  })
}

export const chatItemGeneratorRules: readonly RowGeneratorRule<ChatLine>[] = [
  { kind: 'part-number', quota: 26, make: makeByCode },
  { kind: 'size', quota: 26, make: makeByDescription },
  { kind: 'model', quota: 15, make: makeByModel },
  { kind: 'numeral', quota: 14, make: makeNumerals },
]
