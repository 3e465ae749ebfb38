// Sizes and carbide grades, and the short names of goods that have a size instead of a model.
import { allGoods, type Goods, readParameter, readProperty, type Sku } from './catalog.ts'

/** The first number of a text as it is written; empty without one. */
export const findNumber = (text: string): string => /\d+(?:\.\d+)?/.exec(text)?.[0] ?? ''

/** The diameter of the carbide head of a pick in mm. */
export const getPickHeadDiameter = (sku: Sku): string => findNumber(readProperty(sku, '刀头直径'))
/** The diameter of the shank in mm. */
export const getShankDiameter = (goods: Goods): string => findNumber(readParameter(goods, '柄径'))
export const readGrade = (sku: Sku): string => readProperty(sku, '合金牌号')

/** Diameter and length, or width, thickness and length, in mm. */
export function readDimensions({ properties }: Sku): string[] {
  const size = properties['直径×长度'] ?? properties['直径×高度'] ?? properties['宽×厚×长'] ?? ''
  return size.match(/\d+(?:\.\d+)?/g) ?? []
}

/** The SKUs of the same goods that have the same head; all of them if it has none. */
export const listSkusWithSameHead = (sku: Sku): Sku[] =>
  sku.goods.skus.filter((other) => getPickHeadDiameter(other) === getPickHeadDiameter(sku))

const SHORT_NAMES: Readonly<Record<string, string>> = {
  采煤截齿锥形合金头: '锥形合金头',
  掘进与旋挖截齿蘑菇形合金头: '蘑菇形合金头',
  硬岩截齿弹头形合金头: '硬岩弹头合金头',
  铣刨齿帽形合金头: '铣刨齿合金头',
  再生齿弹头合金头: '再生齿合金头',
  '硬质合金球齿 Φ10': '球齿',
  'YG8 硬质合金球齿 Φ14': '球齿',
  '大规格硬质合金球齿 Φ18': '球齿',
  '硬质合金弹头齿 Φ12': '弹头齿',
  '硬质合金弹头齿 Φ16': '弹头齿',
  '硬质合金锥球齿 Φ13': '锥球齿',
  '牙轮镶齿用楔形齿 INS114': '楔形齿',
  '硬质合金楔齿 Φ10': '楔齿',
  'YG8 合金长条': '合金长条',
  制砂机抛料头合金条: '抛料头合金条',
  煤钻与锚杆钻头合金片条: '锚杆钻头合金片',
  旋挖平齿刃口合金条: '平齿合金条',
  除雪铲与平地机刀板合金条: '除雪铲合金条',
  输送机清扫器合金条: '清扫器合金条',
}

/** What buyers call goods that carry no model. Goods of the same short name differ in their sizes. */
export const shortNameOf = ({ name }: Goods): string => SHORT_NAMES[name] ?? ''

const sizedGoods = allGoods.filter((goods) => shortNameOf(goods) && goods.skus.every((sku) => readDimensions(sku).length > 1))
export const hasGoodsShortNameAndSizes = (goods: Goods): boolean => sizedGoods.includes(goods)
export const skusWithShortNameAndSizes: readonly Sku[] = sizedGoods.flatMap(({ skus }) => skus)

/** The SKUs that the short name and the dimensions of this one are true of. */
export const listSkusWithSameSizes = (sku: Sku): Sku[] =>
  skusWithShortNameAndSizes.filter(
    (other) => shortNameOf(other.goods) === shortNameOf(sku.goods) && readDimensions(other).join() === readDimensions(sku).join(),
  )

/** The spellings of the sign for a diameter, of mm and of the sign between two sizes. */
export const PHI_SIGNS = ['Φ', 'φ', 'ф', '∅', 'Ø', '直径'] as const
export const MM_SIGNS = ['mm', '毫米', 'MM', '', ' mm', '㎜'] as const
export const CROSS_SIGNS = ['×', 'x', 'X', '*', '＊', ' x '] as const
