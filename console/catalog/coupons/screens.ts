import { TicketPercent } from 'lucide-react'
import { consoleCoupon } from '#contract/catalog/coupons/console-api.ts'

/** The screens of coupons, in the order of the menu. */
export const couponScreens = [
  {
    path: '/coupons',
    title: '优惠券',
    icon: TicketPercent,
    call: consoleCoupon.templates,
    load: () => import('./coupons-page.tsx'),
  },
  {
    path: '/coupon_template',
    title: '优惠券详情',
    under: '/coupons',
    call: consoleCoupon.template,
    load: () => import('./coupon-page.tsx'),
  },
] as const
