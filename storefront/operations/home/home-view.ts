import type { GoodsCard } from '#contract/catalog/goods/shapes.ts'

/** What the server puts forward, category by category. */
export type Recommended = readonly { category: { id: number; name: string }; goods: readonly GoodsCard[] }[]

/** Goods on the shelf, taken from the categories in turn, so that every trade finds something of its own. */
export function inStock(recommended: Recommended, limit: number): GoodsCard[] {
  const shelves = recommended.map(({ goods }) => goods.filter(({ soldOut }) => !soldOut))
  const deepest = Math.max(0, ...shelves.map(({ length }) => length))
  const inTurn = Array.from({ length: deepest }, (_, row) => shelves.flatMap((shelf) => shelf[row] ?? []))
  return inTurn.flat().slice(0, limit)
}

/** The goods of one category that are not shown above already, and which category that is: the one asked for, else the first. */
export function pickOfCategory(recommended: Recommended, shown: readonly GoodsCard[], asked: string | undefined, limit: number) {
  const seen = new Set(shown.map(({ goodsId }) => goodsId))
  const filled = recommended.filter(({ goods }) => goods.length > 0)
  const chosen = filled.find(({ category }) => String(category.id) === asked) ?? filled[0]
  const fresh = chosen?.goods.filter(({ goodsId }) => !seen.has(goodsId)) ?? []
  const goods = fresh.length > 0 ? fresh : (chosen?.goods ?? [])
  return { categories: filled.map(({ category }) => category), chosen: chosen?.category, goods: goods.slice(0, limit) }
}

/** One measure of a good. */
export interface Dimension {
  label: string
  value: string
}

const MEASURE = /^([\u4e00-\u9fff]+) (\d+(?:\.\d+)?)(?: mm)?$/
const ROUND = /径|刀头|孔/

/** '柄径 38 · 刀头 22 · 全长 155 mm' → Φ38 mm, Φ22 mm, 155 mm. Parts of a specification that are no measure are left out. */
export const dimensions = (spec: string): Dimension[] =>
  spec.split(' · ').flatMap((part) => {
    const [, label, number] = MEASURE.exec(part) ?? []
    return label === undefined || number === undefined ? [] : [{ label, value: `${ROUND.test(label) ? 'Φ' : ''}${number} mm` }]
  })

/** '采煤截齿 · 掘进截齿': what stands below a category, as far as there is room. */
export const subNames = (children: readonly { name: string }[]): string =>
  children
    .slice(0, 2)
    .map(({ name }) => name)
    .join(' · ')
