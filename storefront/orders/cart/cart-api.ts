import { queryOptions } from '@tanstack/react-query'
import { cartEndpoints } from '#contract/orders/cart/api.ts'
import { connect } from '#contract/platform/core/client.ts'
import { send } from '#storefront/platform/sessions/send.ts'

export const cartApi = connect(cartEndpoints, send)

export const cartQuery = queryOptions({ queryKey: ['cart', 'list'], queryFn: () => cartApi.list({}) })
