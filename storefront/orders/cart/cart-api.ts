import { queryOptions } from '@tanstack/react-query'
import { cartEndpoints } from '#contract/orders/cart/api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'
import { sendOrHoldUntilLogin } from '#storefront/platform/sessions/send.ts'

export const cartApi = createApiClient(cartEndpoints, sendOrHoldUntilLogin)

export const cartQuery = queryOptions({ queryKey: ['cart', 'list'], queryFn: () => cartApi.list({}) })
