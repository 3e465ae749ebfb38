import type { GoodsSort } from '#contract/catalog/goods/api.ts'
import type { FoundGoods } from './find-goods.ts'

type Compare = (a: FoundGoods, b: FoundGoods) => number

/** By id as text: ids are of one length, and later goods have later ids. */
const byId: Compare = (a, b) => (a.goods.id < b.goods.id ? -1 : 1)
const inPlace: Compare = (a, b) => a.goods.position - b.goods.position || byId(a, b)
const byStock: Compare = (a, b) => Number(b.inStock) - Number(a.inStock)

const orders: Record<GoodsSort, Compare> = {
  default: (a, b) => (b.match?.rank ?? 0) - (a.match?.rank ?? 0) || byStock(a, b) || inPlace(a, b),
  sales: (a, b) => b.goods.sales - a.goods.sales || inPlace(a, b),
  priceUp: (a, b) => a.lowestFen - b.lowestFen || inPlace(a, b),
  priceDown: (a, b) => b.lowestFen - a.lowestFen || inPlace(a, b),
  newest: (a, b) => byId(b, a),
}

/** Sorts found goods in place. An exact part number always comes first, then numbers that begin like the keyword. */
export function sortGoods(found: FoundGoods[], sort: GoodsSort): FoundGoods[] {
  const order = orders[sort]
  return found.sort((a, b) => (b.match?.codeMatch ?? 0) - (a.match?.codeMatch ?? 0) || order(a, b))
}
