import { useQuery } from '@tanstack/react-query'
import { coupon } from '#contract/catalog/coupons/api.ts'
import { account } from '#contract/money/credit/api.ts'
import { wallet } from '#contract/money/wallet/api.ts'
import { order } from '#contract/orders/orders/api.ts'
import { message } from '#contract/people/messaging/api.ts'
import { connect } from '#contract/platform/core/client.ts'
import { couponCountQuery } from '#storefront/platform/components/coupon-count-query.ts'
import { usePermission } from '#storefront/platform/sessions/permissions/use-permission.ts'
import { send } from '#storefront/platform/sessions/send.ts'

const creditApi = connect(account, send)
const walletApi = connect({ overview: wallet.overview }, send)
const orderApi = connect({ count: order.count }, send)
const couponApi = connect({ list: coupon.list }, send)
const messageApi = connect({ listNotRead: message.listNotRead }, send)

const NEWEST = 3

/** Fetches only the parts of the user center that the member has the permission for. The others show what is missing. */
export const useCreditAccount = () =>
  useQuery({
    queryKey: ['credit', 'account'],
    queryFn: () => creditApi.account({}),
    enabled: usePermission(['applyLimit', 'buyPay']).allowed,
  })
export const useWallet = () =>
  useQuery({ queryKey: ['wallet', 'overview'], queryFn: () => walletApi.overview({}), enabled: usePermission('cashAccount').allowed })
export const useOrderCounts = () =>
  useQuery({ queryKey: ['order', 'count'], queryFn: () => orderApi.count({}), enabled: usePermission('lookOrder').allowed })
/** The number of coupons in each state. */
export const useCouponCounts = () => useQuery(couponCountQuery)
/** Of the usable coupons, the one that expires first. */
export const useFirstCoupon = () => useQuery({ queryKey: ['coupon', 'first'], queryFn: () => couponApi.list({ pageSize: 1 }) })
export const useUnread = () => useQuery({ queryKey: ['message', 'unread'], queryFn: () => messageApi.listNotRead({ pageSize: NEWEST }) })
