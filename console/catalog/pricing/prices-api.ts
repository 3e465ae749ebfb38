import { send } from '#console/platform/sessions/session.ts'
import { consolePrice } from '#contract/catalog/pricing/console-api.ts'
import { connect } from '#contract/platform/core/client.ts'

export const priceApi = connect(consolePrice, send)

export const listQuery = (listId: string) => ({ queryKey: ['price', 'list', listId] as const, queryFn: () => priceApi.list({ listId }) })

/** What a change of prices moves: lists, what they hold, and SKUs. */
export const invalidatedByPrice = [['price'], ['sku']] as const
