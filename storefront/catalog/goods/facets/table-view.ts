import { type goodsEndpoints, type SkuSort, skuSorts } from '#contract/catalog/goods/api.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import { type GoodsListFilter, PAGE_SIZE, toAllGoodsListConditions } from '#storefront/catalog/goods/goods-list/shop-view.ts'

type SkuListInput = Partial<InputOf<typeof goodsEndpoints.skuList>>

/** The sort order of the table in the URL: the key of a column, with '-' before it for descending order. */
export interface ParametricTableSort {
  key: string
  descending: boolean
}

export const parseParametricTableSort = (tableSort: string | undefined): ParametricTableSort | undefined =>
  tableSort === undefined ? undefined : { key: tableSort.replace(/^-/, ''), descending: tableSort.startsWith('-') }

/** The order after a press on a column's header: first ascending, then descending, then none. */
export function nextParametricTableSort(order: ParametricTableSort | undefined, key: string): string | undefined {
  if (order?.key !== key) return key
  return order.descending ? undefined : `-${key}`
}

const isSort = (key: string): key is SkuSort => Object.hasOwn(skuSorts, key)

/** Builds the input of the table. */
export function toSkuListInput(filter: GoodsListFilter): SkuListInput {
  const order = parseParametricTableSort(filter.tableSort)
  const input: SkuListInput = { pageNo: filter.pageNo, pageSize: PAGE_SIZE, ...toAllGoodsListConditions(filter) }
  if (!order) return input
  const [key = '', code] = order.key.split('.')
  if (!isSort(key)) return input
  return { ...input, sort: key, descending: order.descending, ...(code === undefined ? {} : { sortAttribute: code }) }
}
