import { keepPreviousData, type QueryKey, queryOptions } from '@tanstack/react-query'
import { couponEndpoints } from '#contract/catalog/coupons/api.ts'
import type { CouponTab } from '#contract/catalog/coupons/shapes.ts'
import type { CartItem } from '#contract/orders/cart/api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'
import { sendOrHoldUntilLogin } from '#storefront/platform/sessions/send.ts'

export const couponApi = createApiClient(couponEndpoints, sendOrHoldUntilLogin)

const KEY = ['coupon'] as const
export const PAGE_SIZE = 12

const CART_COUPONS = ['cart', 'coupons'] as const

/** Invalidates the queries that change with a new coupon: the lists of coupons, those in the cart, and the order preview. */
export const invalidatedByCouponClaim: readonly QueryKey[] = [KEY, CART_COUPONS, ['preview']]

/** One page of a tab of the coupon centre. Colleagues use the same coupons, so it is fetched again on every visit. */
export const enterpriseCouponsQuery = (state: CouponTab, pageNo: number) =>
  queryOptions({
    queryKey: [...KEY, 'list', state, pageNo],
    queryFn: () => couponApi.list({ state, pageNo, pageSize: PAGE_SIZE }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

/** One page of the claim centre, for all goods or for those of one page. */
export const claimCentreQuery = (pageNo: number, goodsId?: string) =>
  queryOptions({
    queryKey: [...KEY, 'centre', goodsId, pageNo],
    queryFn: () => couponApi.centre({ pageNo, pageSize: PAGE_SIZE, ...(goodsId === undefined ? {} : { goodsId }) }),
    placeholderData: keepPreviousData,
  })

/**
 * The available coupons for lines of the cart, all of one shop. The key is a part of the cart's, so that a change of the cart fetches it
 * again. The earlier answer stays visible until then.
 */
export const cartLineCouponsQuery = (lines: readonly Pick<CartItem, 'id' | 'goodsNum'>[]) =>
  queryOptions({
    queryKey: [...CART_COUPONS, lines.map(({ id, goodsNum }) => [id, goodsNum])],
    queryFn: () => couponApi.onHand({ cartIds: lines.map(({ id }) => id) }),
    placeholderData: keepPreviousData,
  })
