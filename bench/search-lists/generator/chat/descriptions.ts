// Descriptions as people write them, and the SKUs that they are true of.
import { allSkus, type Goods, isBead, isPick, readProperty, rollerCones, type Sku } from '#bench/search-lists/generator/catalog.ts'
import { createNamedRandom, type SeededRandom } from '#bench/search-lists/generator/choices.ts'
import {
  getPickHeadDiameter,
  hasGoodsShortNameAndSizes,
  listSkusWithSameHead,
  listSkusWithSameSizes,
  readDimensions,
  readGrade,
  shortNameOf,
} from '#bench/search-lists/generator/sizes.ts'

/** The SKUs that the name of the goods is true of: "L-HM 46" is also sold as 32 and 68, which the name excludes. */
export function listSkusMeantByGoodsName(goods: Goods): readonly Sku[] {
  for (const property of ['牌号', '黏度', '孔径', '配合柄径']) {
    const named = goods.skus.filter((sku) => {
      const value = readProperty(sku, property).replace(/ ?mm$/, '')
      return value && goods.name.includes(value)
    })
    if (named.length > 0 && named.length < goods.skus.length) return named
  }
  return goods.skus
}

/** What is written for a SKU, and all SKUs that it is true of. */
export interface Description {
  text: string
  fitting: readonly Sku[]
}

/** The SKUs of the same goods that have the same value of a property. */
const withPropertyOf = (sku: Sku, property: string): Sku[] =>
  sku.goods.skus.filter((other) => readProperty(other, property) === readProperty(sku, property))

/** Describes a SKU by what buyers choose it by; undefined if its kind of goods is not described. */
export function describeSku(random: SeededRandom, sku: Sku): Description | undefined {
  const { goods } = sku
  const [model] = goods.name.split(' ')
  const [packing, angle] = [readProperty(sku, '包装'), readProperty(sku, '角度')]
  if (isPick(goods)) {
    const head = getPickHeadDiameter(sku)
    const forms = [
      `${goods.model} ${head}mm`,
      `${goods.model}截齿${head}头`,
      `${goods.model} Φ${head}`,
      `${goods.model.toLowerCase()}×${head}`,
    ]
    return { text: random.pick(forms), fitting: listSkusWithSameHead(sku) }
  }
  if (hasGoodsShortNameAndSizes(goods)) {
    const size = readDimensions(sku).join(random.pick(['×', '*', 'x']))
    return { text: `${shortNameOf(goods)} ${size}`, fitting: listSkusWithSameSizes(sku) }
  }
  if (rollerCones.includes(goods))
    return { text: `${model}${goods.leaf} ${readProperty(sku, '齿形')}`, fitting: withPropertyOf(sku, '齿形') }
  if (isBead(goods)) return { text: `合金珠 ${readProperty(sku, '直径')} ${readGrade(sku)}`, fitting: withPropertyOf(sku, '合金牌号') }
  if (angle && goods.model) return { text: `${goods.model}齿座 ${angle.replace('°', '度')}`, fitting: withPropertyOf(sku, '角度') }
  if (goods.leaf === '散装柴油')
    return { text: `${model?.replace('#', '号')}柴油 油车送 ${readProperty(sku, '配送').slice(0, 2)}`, fitting: [sku] }
  const named = listSkusMeantByGoodsName(goods)
  if (goods.top !== '润滑与切削液' || !named.includes(sku) || !/升|公斤/.test(packing)) return undefined
  return { text: `${goods.name} ${packing}`, fitting: named.filter((other) => readProperty(other, '包装') === packing) }
}

export const describableSkus = allSkus.filter((sku) => describeSku(createNamedRandom('probe'), sku) !== undefined)
