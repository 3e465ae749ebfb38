import { queryOptions } from '@tanstack/react-query'
import { connect } from '../../../contract/client.ts'
import { stockWait } from '../../../contract/favourites/stock-wait-api.ts'
import { send } from '../../session/send.ts'

export const stockWaitApi = connect(stockWait, send)

export const STOCK_WAITS_KEY = ['stock-wait'] as const
export const stockWaitsQuery = queryOptions({ queryKey: STOCK_WAITS_KEY, queryFn: ({ signal }) => stockWaitApi.list({}, { signal }) })
