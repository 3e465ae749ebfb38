import type { GoodsSort } from '#contract/catalog/goods/api.ts'
import type { FoundGoods } from './find-goods.ts'

type Compare = (a: FoundGoods, b: FoundGoods) => number

/** Compares ids as text: ids have one length, and later goods have larger ids. */
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

/** The order of a list. An exact part number always comes first, then part numbers that begin with the keyword. */
export function createGoodsComparator(sort: GoodsSort): Compare {
  const order = orders[sort]
  return (a, b) => (b.match?.codeMatch ?? 0) - (a.match?.codeMatch ?? 0) || order(a, b)
}

/** The index at which an entry is inserted among sorted entries: after those that are not greater. */
function placeOf(sorted: readonly FoundGoods[], one: FoundGoods, compare: Compare): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (compare(sorted[middle] as FoundGoods, one) <= 0) low = middle + 1
    else high = middle
  }
  return low
}

/** Above this number, sorting everything is faster than keeping the first entries. */
const KEPT_MAX = 500

/** Lists the first entries in order. A list shows one page of tens of thousands of goods, so not all goods are sorted. */
export function takeFirstFoundGoods(found: FoundGoods[], count: number, compare: Compare): FoundGoods[] {
  if (count > KEPT_MAX || found.length <= count) return found.sort(compare).slice(0, count)
  const first: FoundGoods[] = []
  for (const one of found) {
    const last = first[count - 1]
    if (last && compare(one, last) >= 0) continue
    first.splice(placeOf(first, one, compare), 0, one)
    if (first.length > count) first.pop()
  }
  return first
}
