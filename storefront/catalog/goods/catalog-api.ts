import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { goodsCategoryEndpoints, goodsEndpoints } from '#contract/catalog/goods/api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'
import { sendOrHoldUntilLogin } from '#storefront/platform/sessions/send.ts'
import type { GoodsListInput } from './goods-list/shop-view.ts'

const categoryApi = createApiClient(goodsCategoryEndpoints, sendOrHoldUntilLogin)
const goodsApi = createApiClient(goodsEndpoints, sendOrHoldUntilLogin)

/** Categories seldom change, so they are cached for a while. */
const TREE_STALE_MS = 300_000

/** The category tree, each with the number of its goods. */
export const categoriesQuery = queryOptions({
  queryKey: ['goods', 'categories'],
  queryFn: () => categoryApi.list({}),
  staleTime: TREE_STALE_MS,
})

/** The recommended goods of each top category. */
export const recommendedGoodsQuery = queryOptions({ queryKey: ['goods', 'recommended'], queryFn: () => categoryApi.recom({}) })

/** The number of goods for each band of rock hardness. */
export const goodsCountsByHardnessBandQuery = queryOptions({
  queryKey: ['goods', 'hardness'],
  queryFn: () => goodsApi.hardness({}),
  staleTime: TREE_STALE_MS,
})

/** One page of goods. While the next page loads, the last one stays visible. */
export const goodsListQuery = (filter: GoodsListInput) =>
  queryOptions({ queryKey: ['goods', 'list', filter], queryFn: () => goodsApi.list(filter), placeholderData: keepPreviousData })

/** One page of the parametric table. While the next page loads, the last one stays visible. */
export const parametricTableQuery = (input: Parameters<typeof goodsApi.skuList>[0]) =>
  queryOptions({ queryKey: ['goods', 'sku-list', input], queryFn: () => goodsApi.skuList(input), placeholderData: keepPreviousData })

/** One product with its SKUs. */
export const goodsDetailQuery = (goodsId: string) =>
  queryOptions({ queryKey: ['goods', 'detail', goodsId], queryFn: () => goodsApi.detail({ goodsId }) })
