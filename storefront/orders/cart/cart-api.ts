import { queryOptions } from '@tanstack/react-query'
import { cart } from '#contract/orders/cart/api.ts'
import { connect } from '#contract/platform/core/client.ts'
import { send } from '#storefront/platform/sessions/send.ts'

export const cartApi = connect(cart, send)

export const cartQuery = queryOptions({ queryKey: ['cart', 'list'], queryFn: () => cartApi.list({}) })
