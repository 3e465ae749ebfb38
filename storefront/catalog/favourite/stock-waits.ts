import { queryOptions } from '@tanstack/react-query'
import { connect } from '../../../contract/client.ts'
import { stockWait } from '../../../contract/favourites/stock-wait-api.ts'
import { send } from '../../session/send.ts'

export const stockWaitApi = connect(stockWait, send)

export const WAITS_KEY = ['stock-wait'] as const
export const waitsQuery = queryOptions({ queryKey: WAITS_KEY, queryFn: ({ signal }) => stockWaitApi.list({}, { signal }) })
