import { connect } from '../../contract/client.ts'
import { consolePrice } from '../../contract/pricing/console-api.ts'
import { send } from '../session/session.ts'

export const priceApi = connect(consolePrice, send)

export const listQuery = (listId: string) => ({ queryKey: ['price', 'list', listId] as const, queryFn: () => priceApi.list({ listId }) })

/** What a change of prices moves: lists, what they hold, and SKUs. */
export const invalidatedByPrice = [['price'], ['sku']] as const
