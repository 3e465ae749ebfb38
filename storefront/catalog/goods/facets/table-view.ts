import { type goodsEndpoints, type SkuSort, skuSorts } from '#contract/catalog/goods/api.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import { type GoodsListFilter, PAGE_SIZE, toGoodsConditions } from '#storefront/catalog/goods/goods-list/shop-view.ts'

type SkuListInput = Partial<InputOf<typeof goodsEndpoints.skuList>>

/** How the table is sorted: a column of the URL is its key, with '-' before it from the largest down. */
export interface SkuTableOrder {
  key: string
  descending: boolean
}

export const parseSkuTableOrder = (tableSort: string | undefined): SkuTableOrder | undefined =>
  tableSort === undefined ? undefined : { key: tableSort.replace(/^-/, ''), descending: tableSort.startsWith('-') }

/** The order after the head of a column is pressed: upwards first, then downwards, then none. */
export function nextSkuTableSort(order: SkuTableOrder | undefined, key: string): string | undefined {
  if (order?.key !== key) return key
  return order.descending ? undefined : `-${key}`
}

const isSort = (key: string): key is SkuSort => Object.hasOwn(skuSorts, key)

/** Builds the input of the table. */
export function toSkuListInput(filter: GoodsListFilter): SkuListInput {
  const order = parseSkuTableOrder(filter.tableSort)
  const input: SkuListInput = { pageNo: filter.pageNo, pageSize: PAGE_SIZE, ...toGoodsConditions(filter) }
  if (!order) return input
  const [key = '', code] = order.key.split('.')
  if (!isSort(key)) return input
  return { ...input, sort: key, descending: order.descending, ...(code === undefined ? {} : { sortAttribute: code }) }
}
