// Searches by size.
import {
  codeIfOnly,
  type Goods,
  holders,
  leafOf,
  namesOf,
  picks,
  readParameter,
  readProperty,
  rollerCones,
} from '#bench/search-lists/generator/catalog.ts'
import { mixGroups, type SeededRandom, shuffle } from '#bench/search-lists/generator/choices.ts'
import type { Search } from '#bench/search-lists/generator/rows.ts'
import {
  CROSS_SIGNS,
  findNumber,
  MM_SIGNS,
  PHI_SIGNS,
  readDimensions,
  readHead,
  readShank,
  shortNameOf,
  sizedSkus,
  withHeadOf,
  withSizeOf,
} from '#bench/search-lists/generator/sizes.ts'

/** The model of a pick with its head. */
const makeHeads = (random: SeededRandom): Search[] =>
  mixGroups(random, picks, leafOf).map(({ name, model, skus }) => {
    const sku = random.pick(skus)
    const head = readHead(sku)
    const text = random.pick([
      `${model} ${head}${random.pick(MM_SIGNS)}`,
      `${model}${random.pick(CROSS_SIGNS)}${head}`,
      `${random.pick(PHI_SIGNS)}${head} ${model}`,
      `${model}截齿 刀头${head}`,
      `${model} ${head}头`,
    ])
    return { text, goods: [name], sku: codeIfOnly(withHeadOf(sku)) }
  })

/** Shank and head of picks without a model. */
const makeShanks = (random: SeededRandom): Search[] =>
  ['采煤截齿', '掘进截齿', '旋挖截齿'].flatMap((leaf) => {
    const skus = picks.filter((goods) => goods.leaf === leaf).flatMap((goods) => goods.skus)
    const bySize = Map.groupBy(skus, (sku) => `${readShank(sku.goods)}/${readHead(sku)}`)
    return [...bySize].map(([size, fitting]) => {
      const [shank, head] = size.split('/')
      const text = random.pick([
        `${leaf} ${shank}柄 ${head}头`,
        `${leaf} 柄径${shank} 刀头${head}`,
        `${shank}柄${head}头 ${leaf}`,
        `${leaf}${shank}柄 Φ${head}`,
      ])
      return { text, goods: namesOf(fitting), sku: codeIfOnly(fitting) }
    })
  })

/** The short name with its dimensions, by the goods that they were taken from. */
const makeDimensions = (random: SeededRandom): { from: string; search: Search }[] =>
  sizedSkus.map((sku) => {
    const [name, dimensions, fitting] = [shortNameOf(sku.goods), readDimensions(sku), withSizeOf(sku)]
    const size = dimensions.join(random.pick(CROSS_SIGNS))
    const text = random.pick([
      `${name} ${size}`,
      `${name}${size}mm`,
      `${size} ${name}`,
      dimensions.length === 2 ? `${name} ${random.pick(PHI_SIGNS)}${size}` : `${name} ${size}毫米`,
    ])
    return { from: sku.goods.name, search: { text, goods: namesOf(fitting), sku: codeIfOnly(fitting) } }
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
  holders
    .filter(({ top }) => top in HOLDER_NAMES)
    .map((holder) => {
      const { top } = holder
      const bore = readBore(holder)
      const fitting = holders.filter((other) => other.top === top && readBore(other) === bore)
      return { text: `${HOLDER_NAMES[top]} 孔径${bore}${random.pick(MM_SIGNS)}`, goods: fitting.map(({ name }) => name), sku: '' }
    })

/** Some of each; more heads follow in case that others are not taken. */
export function makeSizes(random: SeededRandom): Search[] {
  const [heads, shanks, dimensions] = [makeHeads(random), makeShanks(random), makeDimensions(random)]
  const [cones, bores] = [makeRollerCones(random), makeBores(random)]
  return [
    ...heads.slice(0, 11),
    ...shuffle(random, shanks).slice(0, 7),
    ...mixGroups(random, dimensions, ({ from }) => from)
      .slice(0, 12)
      .map(({ search }) => search),
    ...shuffle(random, cones).slice(0, 4),
    ...shuffle(random, bores).slice(0, 4),
    ...heads.slice(11),
  ]
}
