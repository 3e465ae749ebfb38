import type { insertSampleGoodsOnShelf } from '#server/catalog/goods/public.ts'
import { yuanTextToFen } from './yuan.ts'

export interface GoodsOptions {
  stock?: number
  sale?: string
  /** null: not sold on credit. Default: 40.40, or the cash price if that is higher. */
  credit?: string | null
  minimum?: number
  step?: number
  code?: string
  unit?: string
  shopId?: string
  hardness?: [number, number]
  /** Per unit; default: one kilogram. */
  weightGrams?: number
  /** The values of the SKU. Default: its name as 规格. */
  props?: Record<string, string>
}

/** A product with one SKU for stories. `at`: its number, which makes slug and code unique. */
export function toNewGoodsWithOneSku(
  name: string,
  { at, shopId, ...options }: GoodsOptions & { at: number; shopId: string },
): Parameters<typeof insertSampleGoodsOnShelf>[2] {
  const { sale = '38.50', minimum = 1, step = 1, unit = '支', code = `KT-${at}` } = options
  // A credit price is never below the cash price.
  const { credit = yuanTextToFen(sale) > yuanTextToFen('40.40') ? sale : '40.40' } = options
  return {
    slug: `goods-${at}`,
    shopId,
    categoryId: 2,
    name,
    spec: '柄径 38',
    unit,
    parameters: [['型号', name]],
    description: name,
    hardness: options.hardness ?? [4, 6],
    position: at,
    skus: [
      {
        code,
        props: options.props ?? { 规格: name },
        minimum,
        step,
        weightGrams: options.weightGrams ?? 1_000,
        salePriceFen: yuanTextToFen(sale),
        creditPriceFen: credit === null ? null : yuanTextToFen(credit),
      },
    ],
  }
}
