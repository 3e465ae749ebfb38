import { TicketPercent } from 'lucide-react'
import { consoleCouponEndpoints } from '#contract/catalog/coupons/console-api.ts'

/** The screens of coupons, in the order of the menu. */
export const couponScreens = [
  {
    path: '/coupons',
    title: '优惠券',
    icon: TicketPercent,
    call: consoleCouponEndpoints.templates,
    load: () => import('./coupons-page.tsx'),
  },
  {
    path: '/coupon_template',
    title: '优惠券详情',
    under: '/coupons',
    call: consoleCouponEndpoints.template,
    load: () => import('./coupon-page.tsx'),
  },
] as const
