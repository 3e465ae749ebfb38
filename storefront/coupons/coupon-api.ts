import { keepPreviousData, type QueryKey, queryOptions } from '@tanstack/react-query'
import { connect } from '../../contract/client.ts'
import { coupon } from '../../contract/coupons/api.ts'
import type { CouponTab } from '../../contract/coupons/shapes.ts'
import { send } from '../session/send.ts'

export const couponApi = connect(coupon, send)

const KEY = ['coupon'] as const
export const PAGE_SIZE = 12

/** What is read anew once a coupon has come: what there is, what the cart could use of it, and what an order comes to with it. */
export const AFTER_CLAIM: readonly QueryKey[] = [KEY, ['cart', 'coupons'], ['preview']]

/** One page of a tab of the coupon centre. */
export const couponsQuery = (state: CouponTab, pageNo: number) =>
  queryOptions({
    queryKey: [...KEY, 'list', state, pageNo],
    queryFn: () => couponApi.list({ state, pageNo, pageSize: PAGE_SIZE }),
    placeholderData: keepPreviousData,
  })

export const couponCountQuery = queryOptions({ queryKey: [...KEY, 'count'], queryFn: () => couponApi.count({}) })

/** One page of the claim centre. */
export const centreQuery = (pageNo: number) =>
  queryOptions({
    queryKey: [...KEY, 'centre', pageNo],
    queryFn: () => couponApi.centre({ pageNo, pageSize: PAGE_SIZE }),
    placeholderData: keepPreviousData,
  })
