import { queryOptions } from '@tanstack/react-query'
import { couponEndpoints } from '#contract/catalog/coupons/api.ts'
import { createClient } from '#contract/platform/core/client.ts'
import { sendEncoded } from '#storefront/platform/sessions/send.ts'

const couponApi = createClient({ count: couponEndpoints.count }, sendEncoded)

/** The number of coupons by state. Colleagues use the same coupons, so it is fetched again on every visit. */
export const couponCountQuery = queryOptions({ queryKey: ['coupon', 'count'], queryFn: () => couponApi.count({}), staleTime: 0 })
