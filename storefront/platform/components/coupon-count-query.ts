import { queryOptions } from '@tanstack/react-query'
import { coupon } from '#contract/catalog/coupons/api.ts'
import { connect } from '#contract/platform/core/client.ts'
import { send } from '#storefront/platform/sessions/send.ts'

const couponApi = connect({ count: coupon.count }, send)

/** How many coupons there are of each state. Colleagues use the same coupons: whoever comes back looks again. */
export const couponCountQuery = queryOptions({ queryKey: ['coupon', 'count'], queryFn: () => couponApi.count({}), staleTime: 0 })
