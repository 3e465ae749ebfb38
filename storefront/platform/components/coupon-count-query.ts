import { queryOptions } from '@tanstack/react-query'
import { couponEndpoints } from '#contract/catalog/coupons/api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'
import { sendOrHoldUntilLogin } from '#storefront/platform/sessions/send.ts'

const couponApi = createApiClient({ count: couponEndpoints.count }, sendOrHoldUntilLogin)

/** The number of coupons by state. Colleagues use the same coupons, so it is fetched again on every visit. */
export const couponCountsByStateQuery = queryOptions({ queryKey: ['coupon', 'count'], queryFn: () => couponApi.count({}), staleTime: 0 })
