// Searches for a code or a model: written in another way, in full width, misread.
import { allSkus, getSubcategoryOfSku } from '#bench/search-lists/generator/catalog.ts'
import { replaceByMisreadCharacters, toFullWidth } from '#bench/search-lists/generator/characters.ts'
import { getElementCyclically, type SeededRandom, shuffleAcrossGroups } from '#bench/search-lists/generator/choices.ts'
import {
  dropPrefix,
  isCodeTextOfSkuAlone,
  isLikeCodeOfOtherSku,
  isTextOfOneGoodsOnly,
  skuCodeWritersByUse,
} from '#bench/search-lists/generator/codes.ts'
import type { RowGeneratorRule, Search } from '#bench/search-lists/generator/rows.ts'

const makePartNumbers = (random: SeededRandom): Search[] =>
  shuffleAcrossGroups(random, allSkus, getSubcategoryOfSku).map((sku, at) => {
    const text = getElementCyclically(skuCodeWritersByUse.search, at)(sku.code)
    return { text, goods: [sku.goods.name], sku: isCodeTextOfSkuAlone(sku, text) ? sku.code : '' }
  })

const makeFullWidth = (random: SeededRandom): Search[] =>
  shuffleAcrossGroups(random, allSkus, getSubcategoryOfSku).map((sku, at) => {
    const { name, model, word } = sku.goods
    if (at % 3 === 2 && model) return { text: `${toFullWidth(model)} ${word}`, goods: [name], sku: '' }
    const written = at % 2 === 1 ? dropPrefix(sku.code) : sku.code
    return { text: toFullWidth(written), goods: [name], sku: isCodeTextOfSkuAlone(sku, written) ? sku.code : '' }
  })

const makeMisread = (random: SeededRandom): (Search | undefined)[] =>
  shuffleAcrossGroups(random, allSkus, getSubcategoryOfSku).map((sku, at) => {
    const { name, model, word } = sku.goods
    const isModel = at % 3 === 1 && model !== ''
    const written = isModel ? model : at % 2 === 1 ? dropPrefix(sku.code) : sku.code
    const text = replaceByMisreadCharacters(random, written, at % 4 === 3 ? 2 : 1)
    if (text === undefined || !isTextOfOneGoodsOnly(written)) return undefined
    if (isModel) return { text: `${text} ${word}`, goods: [name], sku: '' }
    // It must not be the code of another SKU as it stands.
    return isLikeCodeOfOtherSku(sku, written) ? undefined : { text, goods: [name], sku: isCodeTextOfSkuAlone(sku, written) ? sku.code : '' }
  })

export const codeSearchGeneratorRules: readonly RowGeneratorRule<Search>[] = [
  { kind: 'part-number', quota: 39, make: makePartNumbers },
  { kind: 'full-width', quota: 12, make: makeFullWidth },
  { kind: 'ocr', quota: 22, make: makeMisread },
]
