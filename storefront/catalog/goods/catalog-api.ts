import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { goodsCategoryEndpoints, goodsEndpoints } from '#contract/catalog/goods/api.ts'
import { connect } from '#contract/platform/core/client.ts'
import { send } from '#storefront/platform/sessions/send.ts'
import type { GoodsListInput } from './goods-list/shop-view.ts'

const categoryApi = connect(goodsCategoryEndpoints, send)
const goodsApi = connect(goodsEndpoints, send)

/** Categories seldom change, so they are cached for a while. */
const TREE_STALE_MS = 300_000

/** The category tree, each with the number of its goods. */
export const categoriesQuery = queryOptions({
  queryKey: ['goods', 'categories'],
  queryFn: () => categoryApi.list({}),
  staleTime: TREE_STALE_MS,
})

/** The recommended goods of each top category. */
export const recommendedQuery = queryOptions({ queryKey: ['goods', 'recommended'], queryFn: () => categoryApi.recom({}) })

/** The number of goods for each band of rock hardness. */
export const hardnessQuery = queryOptions({
  queryKey: ['goods', 'hardness'],
  queryFn: () => goodsApi.hardness({}),
  staleTime: TREE_STALE_MS,
})

/** One page of goods. While the next page loads, the last one stays visible. */
export const goodsQuery = (wish: GoodsListInput) =>
  queryOptions({ queryKey: ['goods', 'list', wish], queryFn: () => goodsApi.list(wish), placeholderData: keepPreviousData })

/** One product with its SKUs. */
export const detailQuery = (goodsId: string) =>
  queryOptions({ queryKey: ['goods', 'detail', goodsId], queryFn: () => goodsApi.detail({ goodsId }) })
