import { sendConsoleRequest } from '#console/platform/sessions/session.ts'
import { consolePriceEndpoints } from '#contract/catalog/pricing/console-api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'

export const priceApi = createApiClient(consolePriceEndpoints, sendConsoleRequest)

export const priceListQuery = (listId: string) => ({
  queryKey: ['price', 'list', listId] as const,
  queryFn: () => priceApi.list({ listId }),
})

/** Invalidates the queries that a change of prices affects: the lists, their prices, and SKUs. */
export const invalidatedByPrice = [['price'], ['sku']] as const
