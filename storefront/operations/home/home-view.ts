import type { GoodsCard } from '#contract/catalog/goods/shapes.ts'

/** The recommended goods by category. */
export type RecommendedByCategory = readonly { category: { id: number; name: string }; goods: readonly GoodsCard[] }[]

/** Returns available goods, one from each category in turn, so that all categories are represented. */
export function pickInStockGoods(recommended: RecommendedByCategory, limit: number): GoodsCard[] {
  const shelves = recommended.map(({ goods }) => goods.filter(({ soldOut }) => !soldOut))
  const deepest = Math.max(0, ...shelves.map(({ length }) => length))
  const inTurn = Array.from({ length: deepest }, (_, row) => shelves.flatMap((shelf) => shelf[row] ?? []))
  return inTurn.flat().slice(0, limit)
}

/** Returns the goods of one category that are not shown above already, and that category: the requested one, else the first. */
export function pickRecommendedGoods(
  recommended: RecommendedByCategory,
  shown: readonly GoodsCard[],
  categoryParam: string | undefined,
  limit: number,
) {
  const seen = new Set(shown.map(({ goodsId }) => goodsId))
  const filled = recommended.filter(({ goods }) => goods.length > 0)
  const chosen = filled.find(({ category }) => String(category.id) === categoryParam) ?? filled[0]
  const fresh = chosen?.goods.filter(({ goodsId }) => !seen.has(goodsId)) ?? []
  const goods = fresh.length > 0 ? fresh : (chosen?.goods ?? [])
  return { categories: filled.map(({ category }) => category), chosen: chosen?.category, goods: goods.slice(0, limit) }
}

/**
 * Groups sections by row: credit and quick order share one if one follows the other. The hero and the categories are always at the top and
 * are left out.
 */
export function groupHomeSectionsByRow<Section extends { kind: string }>(sections: readonly Section[]): Section[][] {
  const groups: Section[][] = []
  for (const section of sections.filter(({ kind }) => kind !== 'stage' && kind !== 'categories')) {
    const before = groups.at(-1)
    if (section.kind === 'quickOrder' && before?.length === 1 && before[0]?.kind === 'credit') before.push(section)
    else groups.push([section])
  }
  return groups
}

/** One dimension of a product. */
export interface ProductMeasure {
  label: string
  value: string
}

const MEASURE = /^([\u4e00-\u9fff]+) (\d+(?:\.\d+)?)(?: mm)?$/
const ROUND = /径|刀头|孔/

/** Parses '柄径 38 · 刀头 22 · 全长 155 mm' to Φ38 mm, Φ22 mm, 155 mm. Other parts of a specification are omitted. */
export const parseProductMeasures = (spec: string): ProductMeasure[] =>
  spec.split(' · ').flatMap((part) => {
    const [, label, number] = MEASURE.exec(part) ?? []
    return label === undefined || number === undefined ? [] : [{ label, value: `${ROUND.test(label) ? 'Φ' : ''}${number} mm` }]
  })

/** '采煤截齿 · 掘进截齿': the sub-categories below a category, limited to the available space. */
export const formatSubCategoryNames = (children: readonly { name: string }[]): string =>
  children
    .slice(0, 2)
    .map(({ name }) => name)
    .join(' · ')
