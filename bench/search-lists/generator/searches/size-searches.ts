// Searches by size.
import {
  type Goods,
  getCodeOfOnlySku,
  getDistinctGoodsNamesOfSkus,
  getSubcategoryOfGoods,
  picks,
  readParameter,
  readProperty,
  rollerCones,
  toolHolderGoods,
} from '#bench/search-lists/generator/catalog.ts'
import { type SeededRandom, shuffle, shuffleAcrossGroups } from '#bench/search-lists/generator/choices.ts'
import type { Search } from '#bench/search-lists/generator/rows.ts'
import {
  CROSS_SIGNS,
  findNumber,
  getPickHeadDiameter,
  getShankDiameter,
  listSkusWithSameHead,
  listSkusWithSameSizes,
  MM_SIGNS,
  PHI_SIGNS,
  readDimensions,
  shortNameOf,
  skusWithShortNameAndSizes,
} from '#bench/search-lists/generator/sizes.ts'

/** The model of a pick with its head. */
const makeHeads = (random: SeededRandom): Search[] =>
  shuffleAcrossGroups(random, picks, getSubcategoryOfGoods).map(({ name, model, skus }) => {
    const sku = random.pick(skus)
    const head = getPickHeadDiameter(sku)
    const text = random.pick([
      `${model} ${head}${random.pick(MM_SIGNS)}`,
      `${model}${random.pick(CROSS_SIGNS)}${head}`,
      `${random.pick(PHI_SIGNS)}${head} ${model}`,
      `${model}截齿 刀头${head}`,
      `${model} ${head}头`,
    ])
    return { text, goods: [name], sku: getCodeOfOnlySku(listSkusWithSameHead(sku)) }
  })

/** Shank and head of picks without a model. */
const makeShanks = (random: SeededRandom): Search[] =>
  ['采煤截齿', '掘进截齿', '旋挖截齿'].flatMap((leaf) => {
    const skus = picks.filter((goods) => goods.leaf === leaf).flatMap((goods) => goods.skus)
    const bySize = Map.groupBy(skus, (sku) => `${getShankDiameter(sku.goods)}/${getPickHeadDiameter(sku)}`)
    return [...bySize].map(([size, fitting]) => {
      const [shank, head] = size.split('/')
      const text = random.pick([
        `${leaf} ${shank}柄 ${head}头`,
        `${leaf} 柄径${shank} 刀头${head}`,
        `${shank}柄${head}头 ${leaf}`,
        `${leaf}${shank}柄 Φ${head}`,
      ])
      return { text, goods: getDistinctGoodsNamesOfSkus(fitting), sku: getCodeOfOnlySku(fitting) }
    })
  })

/** The short name with its dimensions, by the goods that they were taken from. */
const makeDimensions = (random: SeededRandom): { from: string; search: Search }[] =>
  skusWithShortNameAndSizes.map((sku) => {
    const [name, dimensions, fitting] = [shortNameOf(sku.goods), readDimensions(sku), listSkusWithSameSizes(sku)]
    const size = dimensions.join(random.pick(CROSS_SIGNS))
    const text = random.pick([
      `${name} ${size}`,
      `${name}${size}mm`,
      `${size} ${name}`,
      dimensions.length === 2 ? `${name} ${random.pick(PHI_SIGNS)}${size}` : `${name} ${size}毫米`,
    ])
    return { from: sku.goods.name, search: { text, goods: getDistinctGoodsNamesOfSkus(fitting), sku: getCodeOfOnlySku(fitting) } }
  })

const makeRollerCones = (random: SeededRandom): Search[] =>
  rollerCones.map(({ name, skus }) => {
    const sku = random.pick(skus)
    const bearing = readProperty(sku, '轴承').replace('轴承', '')
    return { text: `${name.split(' ')[0]}牙轮 ${readProperty(sku, '齿形')} ${bearing}`, goods: [name], sku: sku.code }
  })

const HOLDER_NAMES: Readonly<Record<string, string>> = { 截齿: '截齿齿座', 铣刨齿: '铣刨齿座' }

const readBore = (holder: Goods): string => findNumber(readParameter(holder, '孔径'))

/** Holders by their bore. */
const makeBores = (random: SeededRandom): Search[] =>
  toolHolderGoods
    .filter(({ top }) => top in HOLDER_NAMES)
    .map((holder) => {
      const { top } = holder
      const bore = readBore(holder)
      const fitting = toolHolderGoods.filter((other) => other.top === top && readBore(other) === bore)
      return { text: `${HOLDER_NAMES[top]} 孔径${bore}${random.pick(MM_SIGNS)}`, goods: fitting.map(({ name }) => name), sku: '' }
    })

/** Some of each; more heads follow in case that others are not taken. */
export function makeSizes(random: SeededRandom): Search[] {
  const [heads, shanks, dimensions] = [makeHeads(random), makeShanks(random), makeDimensions(random)]
  const [cones, bores] = [makeRollerCones(random), makeBores(random)]
  return [
    ...heads.slice(0, 11),
    ...shuffle(random, shanks).slice(0, 7),
    ...shuffleAcrossGroups(random, dimensions, ({ from }) => from)
      .slice(0, 12)
      .map(({ search }) => search),
    ...shuffle(random, cones).slice(0, 4),
    ...shuffle(random, bores).slice(0, 4),
    ...heads.slice(11),
  ]
}
