import { type QueryKey, queryOptions } from '@tanstack/react-query'
import { paymentEndpoints } from '#contract/money/payments/api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'
import { sendOrHoldUntilLogin } from '#storefront/platform/sessions/send.ts'

const { channels, create, detail, authorise, cancel } = paymentEndpoints
export const paymentApi = createApiClient({ channels, create, detail, authorise, cancel }, sendOrHoldUntilLogin)

export const paymentChannelsQuery = queryOptions({ queryKey: ['payment', 'channels'], queryFn: () => paymentApi.channels({}) })

export const PAYMENT_QUERY_KEY: QueryKey = ['payment', 'detail']

/** Invalidates the queries that change when a payment has succeeded or definitely failed. */
export const invalidatedByPayment: readonly QueryKey[] = [['order'], ['wallet'], ['credit'], ['statement'], ['bill'], ['message']]
