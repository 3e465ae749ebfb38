import { queryOptions } from '@tanstack/react-query'
import { stockWaitEndpoints } from '#contract/catalog/favourites/stock-wait-api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'
import { sendOrHoldUntilLogin } from '#storefront/platform/sessions/send.ts'

export const stockWaitApi = createApiClient(stockWaitEndpoints, sendOrHoldUntilLogin)

export const STOCK_WAITS_QUERY_KEY = ['stock-wait'] as const
export const stockWaitsQuery = queryOptions({ queryKey: STOCK_WAITS_QUERY_KEY, queryFn: ({ signal }) => stockWaitApi.list({}, { signal }) })
