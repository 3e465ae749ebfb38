import { keepPreviousData, type QueryKey, queryOptions } from '@tanstack/react-query'
import { coupon } from '#contract/catalog/coupons/api.ts'
import type { CouponTab } from '#contract/catalog/coupons/shapes.ts'
import type { CartItem } from '#contract/orders/cart/api.ts'
import { connect } from '#contract/platform/core/client.ts'
import { send } from '#storefront/platform/sessions/send.ts'

export const couponApi = connect(coupon, send)

const KEY = ['coupon'] as const
export const PAGE_SIZE = 12

const CART_COUPONS = ['cart', 'coupons'] as const

/** What is read anew once a coupon has come: what there is, what the cart could use of it, and what an order comes to with it. */
export const invalidatedByCouponClaim: readonly QueryKey[] = [KEY, CART_COUPONS, ['preview']]

/** One page of a tab of the coupon centre. Colleagues use the same coupons: whoever comes back looks again. */
export const couponsQuery = (state: CouponTab, pageNo: number) =>
  queryOptions({
    queryKey: [...KEY, 'list', state, pageNo],
    queryFn: () => couponApi.list({ state, pageNo, pageSize: PAGE_SIZE }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

/** One page of the claim centre; of what is for one good alone, where it is named. */
export const claimCentreQuery = (pageNo: number, goodsId?: string) =>
  queryOptions({
    queryKey: [...KEY, 'centre', goodsId, pageNo],
    queryFn: () => couponApi.centre({ pageNo, pageSize: PAGE_SIZE, ...(goodsId === undefined ? {} : { goodsId }) }),
    placeholderData: keepPreviousData,
  })

/**
 * What is on hand for lines of the cart, all of one shop. A part of the cart, so that a change of it is followed by another look; until then
 * what was said before stands.
 */
export const availableCouponsQuery = (lines: readonly Pick<CartItem, 'id' | 'goodsNum'>[]) =>
  queryOptions({
    queryKey: [...CART_COUPONS, lines.map(({ id, goodsNum }) => [id, goodsNum])],
    queryFn: () => couponApi.onHand({ cartIds: lines.map(({ id }) => id) }),
    placeholderData: keepPreviousData,
  })
