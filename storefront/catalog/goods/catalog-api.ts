import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { goods, goodsCategory } from '#contract/catalog/goods/api.ts'
import { connect } from '#contract/platform/core/client.ts'
import { send } from '#storefront/platform/sessions/send.ts'
import type { GoodsListInput } from './shop/shop-view.ts'

const categoryApi = connect(goodsCategory, send)
const goodsApi = connect(goods, send)

/** Categories change with the catalogue, not with the day: they are read once in a while. */
const TREE_STALE_MS = 300_000

/** The tree of categories, each with how many goods stand below it. */
export const categoriesQuery = queryOptions({
  queryKey: ['goods', 'categories'],
  queryFn: () => categoryApi.list({}),
  staleTime: TREE_STALE_MS,
})

/** Goods that each top category puts forward. */
export const recommendedQuery = queryOptions({ queryKey: ['goods', 'recommended'], queryFn: () => categoryApi.recom({}) })

/** How many goods suit each band of rock hardness. */
export const hardnessQuery = queryOptions({
  queryKey: ['goods', 'hardness'],
  queryFn: () => goodsApi.hardness({}),
  staleTime: TREE_STALE_MS,
})

/** One page of goods. While the next one loads, the last one stays on the screen. */
export const goodsQuery = (wish: GoodsListInput) =>
  queryOptions({ queryKey: ['goods', 'list', wish], queryFn: () => goodsApi.list(wish), placeholderData: keepPreviousData })

/** One good with its SKUs. */
export const detailQuery = (goodsId: string) =>
  queryOptions({ queryKey: ['goods', 'detail', goodsId], queryFn: () => goodsApi.detail({ goodsId }) })
