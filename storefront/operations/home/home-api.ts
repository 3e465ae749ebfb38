import { queryOptions } from '@tanstack/react-query'
import { creditEndpoints } from '#contract/money/credit/api.ts'
import { orderEndpoints } from '#contract/orders/orders/api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'
import { sendOrHoldUntilLogin } from '#storefront/platform/sessions/send.ts'

const creditApi = createApiClient({ overview: creditEndpoints.overview }, sendOrHoldUntilLogin)
const orderApi = createApiClient({ count: orderEndpoints.count }, sendOrHoldUntilLogin)

/** The credit account with its limits and what is due next. */
export const creditAccountQuery = queryOptions({ queryKey: ['credit', 'overview'], queryFn: () => creditApi.overview({}) })

/** The number of orders in each state. */
export const orderCountsQuery = queryOptions({ queryKey: ['order', 'count'], queryFn: () => orderApi.count({}) })
