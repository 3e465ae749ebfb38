// Searches for a code or a model: written in another way, in full width, misread.
import { allSkus, leafOfSku } from '#bench/search-lists/generator/catalog.ts'
import { misread, toFullWidth } from '#bench/search-lists/generator/characters.ts'
import { mixGroups, type SeededRandom, takeInTurn } from '#bench/search-lists/generator/choices.ts'
import { codeWriters, dropPrefix, isLookOfOther, isNameOfSku, isOfOneGoods } from '#bench/search-lists/generator/codes.ts'
import type { Rule, Search } from '#bench/search-lists/generator/rows.ts'

const makePartNumbers = (random: SeededRandom): Search[] =>
  mixGroups(random, allSkus, leafOfSku).map((sku, at) => {
    const text = takeInTurn(codeWriters.search, at)(sku.code)
    return { text, goods: [sku.goods.name], sku: isNameOfSku(sku, text) ? sku.code : '' }
  })

const makeFullWidth = (random: SeededRandom): Search[] =>
  mixGroups(random, allSkus, leafOfSku).map((sku, at) => {
    const { name, model, word } = sku.goods
    if (at % 3 === 2 && model) return { text: `${toFullWidth(model)} ${word}`, goods: [name], sku: '' }
    const written = at % 2 === 1 ? dropPrefix(sku.code) : sku.code
    return { text: toFullWidth(written), goods: [name], sku: isNameOfSku(sku, written) ? sku.code : '' }
  })

const makeMisread = (random: SeededRandom): (Search | undefined)[] =>
  mixGroups(random, allSkus, leafOfSku).map((sku, at) => {
    const { name, model, word } = sku.goods
    const isModel = at % 3 === 1 && model !== ''
    const written = isModel ? model : at % 2 === 1 ? dropPrefix(sku.code) : sku.code
    const text = misread(random, written, at % 4 === 3 ? 2 : 1)
    if (text === undefined || !isOfOneGoods(written)) return undefined
    if (isModel) return { text: `${text} ${word}`, goods: [name], sku: '' }
    // It must not be the code of another SKU as it stands.
    return isLookOfOther(sku, written) ? undefined : { text, goods: [name], sku: isNameOfSku(sku, written) ? sku.code : '' }
  })

export const codeRules: readonly Rule<Search>[] = [
  { kind: 'part-number', quota: 39, make: makePartNumbers },
  { kind: 'full-width', quota: 12, make: makeFullWidth },
  { kind: 'ocr', quota: 22, make: makeMisread },
]
