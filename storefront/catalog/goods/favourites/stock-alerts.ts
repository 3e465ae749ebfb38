import { queryOptions } from '@tanstack/react-query'
import { stockWaitEndpoints } from '#contract/catalog/favourites/stock-wait-api.ts'
import { connect } from '#contract/platform/core/client.ts'
import { send } from '#storefront/platform/sessions/send.ts'

export const stockWaitApi = connect(stockWaitEndpoints, send)

export const STOCK_WAITS_KEY = ['stock-wait'] as const
export const stockWaitsQuery = queryOptions({ queryKey: STOCK_WAITS_KEY, queryFn: ({ signal }) => stockWaitApi.list({}, { signal }) })
