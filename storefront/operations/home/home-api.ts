import { queryOptions } from '@tanstack/react-query'
import { creditEndpoints } from '#contract/money/credit/api.ts'
import { orderEndpoints } from '#contract/orders/orders/api.ts'
import { connect } from '#contract/platform/core/client.ts'
import { send } from '#storefront/platform/sessions/send.ts'

const creditApi = connect({ overview: creditEndpoints.overview }, send)
const orderApi = connect({ count: orderEndpoints.count }, send)

/** The credit account with its limits and what is due next. */
export const creditQuery = queryOptions({ queryKey: ['credit', 'overview'], queryFn: () => creditApi.overview({}) })

/** The number of orders in each state. */
export const orderCountQuery = queryOptions({ queryKey: ['order', 'count'], queryFn: () => orderApi.count({}) })
