import { queryOptions } from '@tanstack/react-query'
import { createApiClient } from '#contract/platform/core/client.ts'
import { addressEndpoints } from '#contract/sites/address/api.ts'
import { deliveryTimeEndpoints } from '#contract/sites/delivery-times/delivery-time-api.ts'
import { sendOrHoldUntilLogin } from '#storefront/platform/sessions/send.ts'

const addressApi = createApiClient({ list: addressEndpoints.list }, sendOrHoldUntilLogin)
const deliveryTimeApi = createApiClient(deliveryTimeEndpoints, sendOrHoldUntilLogin)

/** Invalidates the queries that show an address: the lists, single addresses, and order previews. */
export const ADDRESS_QUERY_KEY = ['address'] as const

const ADDRESSES_STALE_MS = 300_000

/** The enterprise's addresses, the default one first. */
export const addressesQuery = queryOptions({
  queryKey: [...ADDRESS_QUERY_KEY, 'list'],
  queryFn: () => addressApi.list({}),
  staleTime: ADDRESSES_STALE_MS,
})

const CALENDAR_STALE_MS = 600_000

/** What promised days are computed from. */
export const deliveryCalendarQuery = queryOptions({
  queryKey: ['delivery-calendar'],
  queryFn: async () => {
    const { terms, days, names, warehouses, closedWarehouses } = await deliveryTimeApi.calendar({})
    return { terms, names, warehouses, closedWarehouses, special: new Map(days.map(({ day, working }) => [day, working])) }
  },
  staleTime: CALENDAR_STALE_MS,
})
