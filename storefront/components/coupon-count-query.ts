import { queryOptions } from '@tanstack/react-query'
import { connect } from '../../contract/client.ts'
import { coupon } from '../../contract/coupons/api.ts'
import { send } from '../session/send.ts'

const couponApi = connect({ count: coupon.count }, send)

/** How many coupons there are of each state. Colleagues use the same coupons: whoever comes back looks again. */
export const couponCountQuery = queryOptions({ queryKey: ['coupon', 'count'], queryFn: () => couponApi.count({}), staleTime: 0 })
