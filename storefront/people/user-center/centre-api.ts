import { useQuery } from '@tanstack/react-query'
import { couponEndpoints } from '#contract/catalog/coupons/api.ts'
import { creditAccountEndpoints } from '#contract/money/credit/api.ts'
import { walletEndpoints } from '#contract/money/wallet/api.ts'
import { orderEndpoints } from '#contract/orders/orders/api.ts'
import { messageEndpoints } from '#contract/people/messaging/api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'
import { couponCountsByStateQuery } from '#storefront/platform/components/coupon-count-query.ts'
import { usePermission } from '#storefront/platform/sessions/permissions/use-permission.ts'
import { sendOrHoldUntilLogin } from '#storefront/platform/sessions/send.ts'

const creditApi = createApiClient(creditAccountEndpoints, sendOrHoldUntilLogin)
const walletApi = createApiClient({ overview: walletEndpoints.overview }, sendOrHoldUntilLogin)
const orderApi = createApiClient({ count: orderEndpoints.count }, sendOrHoldUntilLogin)
const couponApi = createApiClient({ list: couponEndpoints.list }, sendOrHoldUntilLogin)
const messageApi = createApiClient({ listNotRead: messageEndpoints.listNotRead }, sendOrHoldUntilLogin)

const NEWEST = 3

/** Fetches only the parts of the user center that the member has the permission for. The others show what is missing. */
export const useCreditAccountIfPermitted = () =>
  useQuery({
    queryKey: ['credit', 'account'],
    queryFn: () => creditApi.account({}),
    enabled: usePermission(['applyLimit', 'buyPay']).allowed,
  })
export const useWalletIfPermitted = () =>
  useQuery({ queryKey: ['wallet', 'overview'], queryFn: () => walletApi.overview({}), enabled: usePermission('cashAccount').allowed })
export const useOrderCountsIfPermitted = () =>
  useQuery({ queryKey: ['order', 'count'], queryFn: () => orderApi.count({}), enabled: usePermission('lookOrder').allowed })
/** The number of coupons in each state. */
export const useCouponCounts = () => useQuery(couponCountsByStateQuery)
/** Of the usable coupons, the one that expires first. */
export const useNextExpiringAvailableCoupon = () =>
  useQuery({ queryKey: ['coupon', 'first'], queryFn: () => couponApi.list({ pageSize: 1 }) })
export const useNewestUnreadMessages = () =>
  useQuery({ queryKey: ['message', 'unread'], queryFn: () => messageApi.listNotRead({ pageSize: NEWEST }) })
