import { TicketPercent } from 'lucide-react'
import { getCallWithAccessRule } from '#console/platform/sessions/permissions.ts'

/** The screens of coupons, in the order of the menu. */
export const couponScreens = [
  {
    path: '/coupons',
    title: '优惠券',
    icon: TicketPercent,
    call: getCallWithAccessRule('coupon/templates'),
    load: () => import('./coupons-page.tsx'),
  },
  {
    path: '/coupon_template',
    title: '优惠券详情',
    under: '/coupons',
    call: getCallWithAccessRule('coupon/template'),
    load: () => import('./coupon-page.tsx'),
  },
] as const
