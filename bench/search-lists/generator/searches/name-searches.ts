// Searches for a name: misspelt, in other words or another order, with the brand, in pinyin, in a sentence.
import { allGoods, type Goods, getSubcategoryOfGoods, isBead, isPick, rollerCones } from '#bench/search-lists/generator/catalog.ts'
import { misspellByShape, misspellBySound, toTraditional } from '#bench/search-lists/generator/characters.ts'
import { getElementCyclically, type SeededRandom, shuffleAcrossGroups } from '#bench/search-lists/generator/choices.ts'
import type { RowGeneratorRule, Search } from '#bench/search-lists/generator/rows.ts'
import { getShankDiameter } from '#bench/search-lists/generator/sizes.ts'
import { replaceWordBySlang, spellPinyin, splitName } from '#bench/search-lists/generator/words.ts'

/** Makes a search from each of the goods, the first ones from all categories; a text that is empty or undefined is none. */
const fromAllGoods =
  (write: (random: SeededRandom, goods: Goods, at: number) => string | undefined): RowGeneratorRule<Search>['make'] =>
  (random) =>
    shuffleAcrossGroups(random, allGoods, getSubcategoryOfGoods).map((goods, at) => {
      const text = write(random, goods, at)
      return text ? { text, goods: [goods.name], sku: '' } : undefined
    })

function writeWrongSound(random: SeededRandom, { model, word }: Goods): string {
  const wrong = misspellBySound(random, word)
  return wrong && model ? random.pick([`${model} ${wrong}`, `${wrong} ${model}`, `${wrong}${model}`]) : wrong
}

function writeWrongLetter(random: SeededRandom, { model, word }: Goods): string {
  const wrong = misspellByShape(random, word)
  return wrong && model ? random.pick([`${model} ${wrong}`, `${wrong} ${model}`, `${model}${wrong}`]) : wrong
}

function writeInSlang(random: SeededRandom, goods: Goods): string | undefined {
  const { model, word } = goods
  const slang = model || isBead(goods) ? replaceWordBySlang(random, word) : undefined
  return slang && model ? random.pick([`${slang} ${model}`, `${model}${slang}`]) : slang
}

/** Without names that have only one word or an unknown one. */
function writeInOtherOrder(random: SeededRandom, goods: Goods): string | undefined {
  const parts = splitName(goods.word)
  if (parts.length < 2 || parts.some((part) => part.length === 1)) return undefined
  const words = [...parts.toReversed(), goods.model].filter(Boolean)
  return (isPick(goods) && random.below(2) === 0 ? [`${getShankDiameter(goods)}柄`, ...words] : words).join(' ')
}

function writeInPinyin(random: SeededRandom, goods: Goods): string | undefined {
  const model = goods.model || (rollerCones.includes(goods) ? (goods.name.split(' ')[0] ?? '') : '')
  const spelt = model ? spellPinyin(goods.name.slice(model.length + 1)) : undefined
  if (!spelt) return undefined
  const [lower, joined] = [model.toLowerCase(), spelt.join('')]
  return random.pick([`${spelt.join(' ')} ${model}`, `${lower} ${joined}`, `${joined}${lower}`])
}

function writeInTraditional({ name }: Goods): string | undefined {
  const { text, changed } = toTraditional(name)
  return changed >= 2 ? text : undefined
}

function writeSentence({ name, model, word, skus }: Goods, at: number): string {
  const what = model ? model + word : name
  const sentences = [
    `有没有${what}`,
    `${what}有货吗`,
    `${what}多少钱一${skus[0]?.unit}`,
    `老板${what}什么价`,
    `我要${what}`,
    `麻烦报一下${what}价格`,
    `${what}怎么卖`,
    `你好，${what}还有吗`,
  ]
  return getElementCyclically(sentences, at)
}

/** The goods of all brands and categories in turn. */
function makeBrands(random: SeededRandom): Search[] {
  const branded = allGoods.filter(({ brand }) => brand)
  return shuffleAcrossGroups(random, shuffleAcrossGroups(random, branded, getSubcategoryOfGoods), ({ brand }) => brand).map(
    ({ brand, model, name }) => {
      const text = random.pick([`${brand} ${model || name}`, `${brand}${name}`, `${brand}牌 ${name}`, `${name} ${brand}`])
      return { text, goods: [name], sku: '' }
    },
  )
}

export const nameSearchGeneratorRules: readonly RowGeneratorRule<Search>[] = [
  { kind: 'wrong-sound', quota: 20, make: fromAllGoods(writeWrongSound) },
  { kind: 'wrong-letter', quota: 19, make: fromAllGoods(writeWrongLetter) },
  { kind: 'slang', quota: 10, make: fromAllGoods(writeInSlang) },
  { kind: 'word-order', quota: 16, make: fromAllGoods(writeInOtherOrder) },
  { kind: 'brand', quota: 12, make: makeBrands },
  { kind: 'pinyin', quota: 10, make: fromAllGoods(writeInPinyin) },
  { kind: 'traditional', quota: 8, make: fromAllGoods((_, goods) => writeInTraditional(goods)) },
  { kind: 'chat', quota: 13, make: fromAllGoods((_, goods, at) => writeSentence(goods, at)) },
]
