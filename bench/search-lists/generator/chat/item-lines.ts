// Orders by code, by description and by model.
import { allSkus, goodsWithModel, leafOf, leafOfSku } from '#bench/search-lists/generator/catalog.ts'
import { mixGroups, type SeededRandom, shuffle, takeInTurn } from '#bench/search-lists/generator/choices.ts'
import { codeWriters, isNameOfSku } from '#bench/search-lists/generator/codes.ts'
import type { ChatLine, Rule } from '#bench/search-lists/generator/rows.ts'
import { describableSkus, describeSku, withNameOf } from './descriptions.ts'
import { type ChatLines, writeCodeLine, writeDescribedLine } from './order-line.ts'
import { commonStyle, pickQuantity } from './quantities.ts'

const makeByCode = (random: SeededRandom): ChatLines =>
  mixGroups(random, allSkus, leafOfSku).map((sku, at) => {
    const text = takeInTurn(codeWriters.chat, at)(sku.code)
    const order = { sku, count: pickQuantity(random, sku) }
    if (isNameOfSku(sku, text)) return writeCodeLine(random, commonStyle(at), order, text)
    return writeDescribedLine(random, commonStyle(at), order, { text, fitting: withNameOf(sku.goods) })
  })

const makeByDescription = (random: SeededRandom): ChatLines =>
  mixGroups(random, describableSkus, leafOfSku).map((sku, at) => {
    const description = describeSku(random, sku)
    const order = { sku, count: pickQuantity(random, sku) }
    return description && writeDescribedLine(random, commonStyle(at), order, description)
  })

const makeByModel = (random: SeededRandom): ChatLines =>
  mixGroups(random, goodsWithModel, leafOf).map((goods, at) => {
    const [sku] = goods.skus
    if (!sku) return undefined
    const text = at % 2 === 1 ? goods.model : `${goods.model} ${goods.word}`
    const order = { sku, count: pickQuantity(random, sku) }
    return writeDescribedLine(random, commonStyle(at), order, { text, fitting: withNameOf(goods) })
  })

/** Codes and descriptions with a quantity in Chinese. */
function makeNumerals(random: SeededRandom): ChatLines {
  const skus = [...describableSkus, ...shuffle(random, allSkus).slice(0, 60)]
  return mixGroups(random, skus, leafOfSku).map((sku, at) => {
    const order = { sku, count: pickQuantity(random, sku) }
    const description = at % 2 === 1 ? describeSku(random, sku) : undefined
    return description ? writeDescribedLine(random, 'chinese', order, description) : writeCodeLine(random, 'chinese', order)
  })
}

export const itemRules: readonly Rule<ChatLine>[] = [
  { kind: 'part-number', quota: 26, make: makeByCode },
  { kind: 'size', quota: 26, make: makeByDescription },
  { kind: 'model', quota: 15, make: makeByModel },
  { kind: 'numeral', quota: 14, make: makeNumerals },
]
