import { sendConsoleRequest } from '#console/platform/sessions/session.ts'
import { consoleShopEndpoints, MALL_SHOPS_MAX } from '#contract/catalog/shops/console-api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'

export const shopApi = createApiClient(consoleShopEndpoints, sendConsoleRequest)

/** Invalidates the queries that show a shop: the lists of shops and their staff, and the freight. */
export const invalidatedByShop = [['shop'], ['freight']] as const

/** The staff who may keep certain shops. */
export const shopStaffQuery = { queryKey: ['shop', 'staff'] as const, queryFn: () => shopApi.staff({}) }

const PAGE = 100

/** The names of all shops, the oldest first. */
export const shopNamesQuery = {
  queryKey: ['shop', 'names'] as const,
  queryFn: async () => {
    const pages = Array.from({ length: MALL_SHOPS_MAX / PAGE }, (_, at) => shopApi.list({ pageNo: at + 1, pageSize: PAGE }))
    return (await Promise.all(pages)).flatMap(({ dataList }) => dataList.map(({ shopId, name }) => ({ value: shopId, label: name })))
  },
}
