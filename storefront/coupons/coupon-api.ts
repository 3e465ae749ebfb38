import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { connect } from '../../contract/client.ts'
import { coupon } from '../../contract/coupons/api.ts'
import type { CouponTab } from '../../contract/coupons/shapes.ts'
import { send } from '../session/send.ts'

export const couponApi = connect(coupon, send)

export const COUPON_KEY = ['coupon'] as const
export const PAGE_SIZE = 12

/** One page of a tab of the coupon centre. */
export const couponsQuery = (state: CouponTab, pageNo: number) =>
  queryOptions({
    queryKey: [...COUPON_KEY, 'list', state, pageNo],
    queryFn: () => couponApi.list({ state, pageNo, pageSize: PAGE_SIZE }),
    placeholderData: keepPreviousData,
  })

export const couponCountQuery = queryOptions({ queryKey: [...COUPON_KEY, 'count'], queryFn: () => couponApi.count({}) })

/** One page of the claim centre. */
export const centreQuery = (pageNo: number) =>
  queryOptions({
    queryKey: [...COUPON_KEY, 'centre', pageNo],
    queryFn: () => couponApi.centre({ pageNo, pageSize: PAGE_SIZE }),
    placeholderData: keepPreviousData,
  })
