// Searches by size, by a size in another unit, and by carbide grade.
import {
  allGoods,
  allSkus,
  getCodeOfOnlySku,
  getDistinctGoodsNamesOfSkus,
  getSubcategoryOfSku,
  isBead,
  isPick,
  millingTeeth,
  picks,
  readParameter,
  type Sku,
} from '#bench/search-lists/generator/catalog.ts'
import { type SeededRandom, shuffle, shuffleAcrossGroups } from '#bench/search-lists/generator/choices.ts'
import type { RowGeneratorRule, Search } from '#bench/search-lists/generator/rows.ts'
import {
  findNumber,
  getPickHeadDiameter,
  hasGoodsShortNameAndSizes,
  listSkusWithSameHead,
  listSkusWithSameSizes,
  readDimensions,
  readGrade,
  shortNameOf,
} from '#bench/search-lists/generator/sizes.ts'
import { makeSizes } from './size-searches.ts'

const makePickUnits = (random: SeededRandom): Search[] =>
  shuffle(random, picks).map(({ name, model, skus }) => {
    const sku = random.pick(skus)
    const mm = Number(getPickHeadDiameter(sku))
    const text = random.pick([
      `${model} ${mm / 10}公分`,
      `${model}截齿 ${mm / 10}厘米刀头`,
      `${model} ${mm / 10}cm`,
      `${model}-${mm}毫米`,
      `${mm}㎜ ${model}`,
      `${model}/${mm}毫米头/支`,
    ])
    return { text, goods: [name], sku: getCodeOfOnlySku(listSkusWithSameHead(sku)) }
  })

const makeBeadUnits = (random: SeededRandom): Search[] =>
  allGoods.filter(isBead).map((goods) => {
    const diameter = findNumber(readParameter(goods, '直径'))
    const text = random.pick([`${diameter}毫米硬质合金珠 公斤`, `合金珠 ${Number(diameter) / 10}cm`, `${diameter}mm合金珠 kg`])
    return { text, goods: [goods.name], sku: '' }
  })

function makeUnits(random: SeededRandom): Search[] {
  const [ofPicks, ofBeads] = [makePickUnits(random), makeBeadUnits(random)]
  return [...ofPicks.slice(0, 8), ...shuffle(random, ofBeads).slice(0, 3), ...ofPicks.slice(8)]
}

/** Returns what names the goods and size of a SKU, and the SKUs that it is true of in all grades. */
function describeSize(sku: Sku): { text: string; fitting: readonly Sku[] } | undefined {
  const { goods } = sku
  if (isPick(goods)) return { text: `${goods.model} ${getPickHeadDiameter(sku)}`, fitting: listSkusWithSameHead(sku) }
  if (millingTeeth.includes(goods)) return { text: goods.model, fitting: goods.skus }
  return hasGoodsShortNameAndSizes(goods)
    ? { text: `${shortNameOf(goods)} ${readDimensions(sku).join('×')}`, fitting: listSkusWithSameSizes(sku) }
    : undefined
}

const makeGrades = (random: SeededRandom): (Search | undefined)[] =>
  shuffleAcrossGroups(
    random,
    allSkus.filter((sku) => readGrade(sku).startsWith('YG')),
    getSubcategoryOfSku,
  ).map((sku) => {
    const grade = readGrade(sku)
    const written = random.pick([grade, grade.toLowerCase(), grade.replace('YG', 'YG-'), grade.replace('YG', 'yg ')])
    const size = describeSize(sku)
    if (!size) return undefined
    const fitting = size.fitting.filter((other) => readGrade(other) === grade)
    return { text: `${size.text} ${written}`, goods: getDistinctGoodsNamesOfSkus(fitting), sku: getCodeOfOnlySku(fitting) }
  })

export const measureSearchGeneratorRules: readonly RowGeneratorRule<Search>[] = [
  { kind: 'size', quota: 34, make: makeSizes },
  { kind: 'unit', quota: 11, make: makeUnits },
  { kind: 'grade', quota: 14, make: makeGrades },
]
