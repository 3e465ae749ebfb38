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
function findPlace<T>(sorted: readonly T[], one: T, compare: (a: T, b: T) => number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (compare(sorted[middle] as T, one) <= 0) low = middle + 1
    else high = middle
  }
  return low
}

/** Above this number, sorting many entries now and then is faster than keeping the first entries sorted. */
const KEPT_MAX = 500

/** Keeps the first entries of those that are added, in order. Equal entries stay in the order in which they were added. */
export interface FirstEntriesCollector<T> {
  add(one: T): void
  /** How many were added. */
  total(): number
  list(): T[]
}

/** A list shows one page of tens of thousands of goods, so not all of them are sorted or kept. `count`: how many are kept. */
export function createFirstEntriesCollector<T>(count: number, compare: (a: T, b: T) => number): FirstEntriesCollector<T> {
  let total = 0
  const first: T[] = []
  const cut = () => {
    first.sort(compare)
    if (first.length > count) first.length = count
  }
  return {
    add(one) {
      total++
      if (count > KEPT_MAX) {
        first.push(one)
        if (first.length >= 3 * count) cut()
        return
      }
      const last = first.length < count ? undefined : first[count - 1]
      if (last !== undefined && compare(one, last) >= 0) return
      first.splice(findPlace(first, one, compare), 0, one)
      if (first.length > count) first.pop()
    },
    total: () => total,
    list() {
      if (count > KEPT_MAX) cut()
      return first
    },
  }
}
