import { queryOptions } from '@tanstack/react-query'
import { memberLevelEndpoints } from '#contract/orders/levels/api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'
import { sendOrHoldUntilLogin } from '#storefront/platform/sessions/send.ts'

export const memberLevelApi = createApiClient(memberLevelEndpoints, sendOrHoldUntilLogin)

/** The level of the enterprise. Colleagues claim too, and levels change at night, so it is fetched again on every visit. */
export const memberLevelStatusQuery = queryOptions({
  queryKey: ['member', 'status'],
  queryFn: () => memberLevelApi.status({}),
  staleTime: 0,
})
