// Orders that are written in an unusual way: the quantity first, with numbers of lines, in full width, misread, misspelt.
import {
  allSkus,
  type Goods,
  getSubcategoryOfGoods,
  getSubcategoryOfSku,
  isOrderable,
  millingTeeth,
  picks,
  toolHolderGoods,
} from '#bench/search-lists/generator/catalog.ts'
import { misspellByShape, misspellBySound, replaceByMisreadCharacters } from '#bench/search-lists/generator/characters.ts'
import { type SeededRandom, shuffleAcrossGroups } from '#bench/search-lists/generator/choices.ts'
import { isLikeCodeOfOtherSku } from '#bench/search-lists/generator/codes.ts'
import type { ChatLine, RowGeneratorRule } from '#bench/search-lists/generator/rows.ts'
import { getPickHeadDiameter, listSkusWithSameHead } from '#bench/search-lists/generator/sizes.ts'
import { describableSkus, describeSku } from './descriptions.ts'
import { type OptionalChatLineRows, writeCodeLine, writeDescribedLine } from './order-line.ts'
import { pickQuantity } from './quantities.ts'

/** Makes lines of one style: with a description at the places that `isDescribed` names, with the code at the others. */
const makeStyled =
  (style: 'first' | 'serial', isDescribed: (at: number) => boolean) =>
  (random: SeededRandom): OptionalChatLineRows =>
    shuffleAcrossGroups(random, describableSkus, getSubcategoryOfSku).map((sku, at) => {
      const order = { sku, count: pickQuantity(random, sku) }
      const description = describeSku(random, sku)
      return description && isDescribed(at) ? writeDescribedLine(random, style, order, description) : writeCodeLine(random, style, order)
    })

/** Quantities with a comma. */
function makeThousands(random: SeededRandom): OptionalChatLineRows {
  const stocked = allSkus.filter(({ stock, unit }) => stock >= 4_000 && unit !== '升')
  return shuffleAcrossGroups(random, stocked, getSubcategoryOfSku).map((sku) => {
    const count = random.pick([1_000, 1_200, 2_000, 3_000])
    return isOrderable(sku, count) ? writeCodeLine(random, 'comma', { sku, count }) : undefined
  })
}

const makeFullWidth = (random: SeededRandom): OptionalChatLineRows =>
  shuffleAcrossGroups(random, allSkus, getSubcategoryOfSku).map((sku) =>
    writeCodeLine(random, 'wide', { sku, count: pickQuantity(random, sku) }),
  )

const makeMisread = (random: SeededRandom): OptionalChatLineRows =>
  shuffleAcrossGroups(random, allSkus, getSubcategoryOfSku).map((sku) => {
    const text = replaceByMisreadCharacters(random, sku.code, 1)
    if (text === undefined || isLikeCodeOfOtherSku(sku, sku.code)) return undefined
    return writeCodeLine(random, 'plain', { sku, count: pickQuantity(random, sku) }, text)
  })

interface Misspelling {
  goods: readonly Goods[]
  misspell(random: SeededRandom, word: string): string
  /** Joins the model, the misspelt word and the head, which is empty if the goods have none. */
  join(model: string, word: string, head: string): string
}

const makeMisspelt =
  ({ goods: all, misspell, join }: Misspelling) =>
  (random: SeededRandom): OptionalChatLineRows =>
    shuffleAcrossGroups(random, all, getSubcategoryOfGoods).map(({ model, word, skus }) => {
      const wrong = misspell(random, word)
      const sku = random.pick(skus)
      const order = { sku, count: pickQuantity(random, sku) }
      const description = { text: join(model, wrong, getPickHeadDiameter(sku)), fitting: listSkusWithSameHead(sku) }
      return wrong === '' ? undefined : writeDescribedLine(random, 'plain', order, description)
    })

const bySound: Misspelling = {
  goods: [...picks, ...millingTeeth],
  misspell: misspellBySound,
  join: (model, word, head) => `${word}${model}${head && ` ${head}mm`}`,
}
const byShape: Misspelling = {
  goods: [...picks, ...toolHolderGoods.filter(({ model }) => model)],
  misspell: misspellByShape,
  join: (model, word, head) => `${model}${word}${head && ` ${head}头`}`,
}

export const chatSpellingGeneratorRules: readonly RowGeneratorRule<ChatLine>[] = [
  { kind: 'quantity-first', quota: 10, make: makeStyled('first', (at) => at % 3 !== 0) },
  { kind: 'serial', quota: 12, make: makeStyled('serial', (at) => at % 2 === 1) },
  { kind: 'thousands', quota: 6, make: makeThousands },
  { kind: 'full-width', quota: 8, make: makeFullWidth },
  { kind: 'ocr', quota: 8, make: makeMisread },
  { kind: 'wrong-sound', quota: 8, make: makeMisspelt(bySound) },
  { kind: 'wrong-letter', quota: 6, make: makeMisspelt(byShape) },
]
