import { sendConsoleRequest } from '#console/platform/sessions/session.ts'
import { consoleGoodsEndpoints } from '#contract/catalog/goods-editing/console-api.ts'
import { consoleHomeSectionEndpoints, type HomePreviewViewer } from '#contract/operations/home/console-api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'

export const homeSectionApi = createApiClient(consoleHomeSectionEndpoints, sendConsoleRequest)
const goodsApi = createApiClient({ list: consoleGoodsEndpoints.list, names: consoleGoodsEndpoints.names }, sendConsoleRequest)

const HALF_AN_HOUR_MS = 1_800_000
/** The options of the select hold at most this many goods; others are found by typing. */
const GOODS_MAX = 20

export const allHomeSectionsQuery = { queryKey: ['homeSection', 'list'] as const, queryFn: () => homeSectionApi.list({}) }
export const invalidatedByHomeSection = [allHomeSectionsQuery.queryKey] as const

export const homeHeroPictureQuery = { queryKey: ['homeSection', 'stage'] as const, queryFn: () => homeSectionApi.stage({}) }

/** The link of a preview is valid for an hour, so it is fetched again before that. */
export const homePreviewQuery = (day: string, viewer: HomePreviewViewer) => ({
  queryKey: ['homeSection', 'preview', day, viewer] as const,
  queryFn: () => homeSectionApi.preview({ day, viewer }),
  staleTime: HALF_AN_HOUR_MS,
  refetchInterval: HALF_AN_HOUR_MS,
})

export const homeSectionGoodsOptionsQuery = (keyword: string) => ({
  queryKey: ['consoleGoods', 'homeOptions', keyword] as const,
  queryFn: async () => {
    const { dataList } = await goodsApi.list({ state: 'on_sale', pageSize: GOODS_MAX, ...(keyword === '' ? {} : { keyword }) })
    return dataList.map(({ goodsId, name }) => ({ value: goodsId, label: name }))
  },
})

/** The names of chosen goods by id. */
export const goodsNamesByIdQuery = (goodsIds: readonly string[]) => ({
  queryKey: ['consoleGoods', 'homeNames', goodsIds] as const,
  queryFn: async () => {
    const names = await goodsApi.names({ goodsIds: [...goodsIds], skuIds: [], machineModelIds: [] })
    return new Map(names.map(({ id, name }) => [id, name]))
  },
})
