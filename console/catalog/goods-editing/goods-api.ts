import type { TagTone } from '#console/platform/components/tag.tsx'
import { sendConsoleRequest } from '#console/platform/sessions/session.ts'
import { consoleBrandEndpoints } from '#contract/catalog/brands/console-api.ts'
import { consoleGoodsEndpoints } from '#contract/catalog/goods-editing/console-api.ts'
import type { GoodsState } from '#contract/catalog/goods-editing/goods-lifecycle.ts'
import { consoleGoodsExportEndpoints } from '#contract/catalog/goods-import/console-api.ts'
import { consoleMachineModelEndpoints } from '#contract/catalog/machine-models/console-api.ts'
import { consoleShopEndpoints } from '#contract/catalog/shops/console-api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'

export const goodsApi = createApiClient(consoleGoodsEndpoints, sendConsoleRequest)
export const goodsExportApi = createApiClient(consoleGoodsExportEndpoints, sendConsoleRequest)
export const machineModelApi = createApiClient(consoleMachineModelEndpoints, sendConsoleRequest)
const shopApi = createApiClient(consoleShopEndpoints, sendConsoleRequest)
const brandApi = createApiClient(consoleBrandEndpoints, sendConsoleRequest)

/** Invalidates the queries that show goods: their list, details and versions, and the SKUs. */
export const invalidatedByGoods = [['consoleGoods'], ['sku']] as const

export const goodsTones: Record<GoodsState, TagTone> = { draft: 'wait', on_sale: 'good', off_sale: 'bad', archived: 'over' }

export const goodsDetailQuery = (goodsId: string) => ({
  queryKey: ['consoleGoods', 'detail', goodsId] as const,
  queryFn: () => goodsApi.detail({ goodsId }),
})

/** The attributes that goods of a category have. */
export const categoryAttributesQuery = (categoryId: number | null) => ({
  queryKey: ['attribute', 'ofCategory', categoryId] as const,
  queryFn: () => (categoryId === null ? [] : goodsApi.attributes({ categoryId })),
})

/** The options of a select hold at most this many shops, brands, goods or machines; others are found by typing. */
const OPTIONS_MAX = 100

export const shopOptionsQuery = (keyword: string) => ({
  queryKey: ['shop', 'options', keyword] as const,
  queryFn: async () => {
    const { dataList } = await shopApi.list({ pageSize: OPTIONS_MAX, ...(keyword === '' ? {} : { keyword }) })
    return dataList.map(({ shopId, name }) => ({ value: shopId, label: name }))
  },
})

export const brandOptionsQuery = (keyword: string) => ({
  queryKey: ['brand', 'options', keyword] as const,
  queryFn: async () => {
    const { dataList } = await brandApi.list({ pageSize: OPTIONS_MAX, ...(keyword === '' ? {} : { keyword }) })
    return dataList.map(({ brandId, name }) => ({ value: brandId, label: name }))
  },
})

/** The names of chosen goods, SKUs and machines, by id. */
export const goodsSkuAndMachineNamesByIdQuery = (ids: { goodsIds: string[]; skuIds: string[]; machineModelIds: string[] }) => ({
  queryKey: ['goodsNames', ids] as const,
  queryFn: async () => new Map((await goodsApi.names(ids)).map(({ id, name }) => [id, name])),
})
