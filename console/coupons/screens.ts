import { TicketPercent } from 'lucide-react'
import { consoleCoupon } from '../../contract/coupons/console-api.ts'
import { rolesFor } from '../session/may.ts'

/** The screens of coupons, in the order of the menu. */
export const couponScreens = [
  {
    path: '/coupons',
    ...{ title: '优惠券', icon: TicketPercent, roles: rolesFor(consoleCoupon.templates) },
    load: () => import('./coupons-page.tsx'),
  },
  {
    path: '/coupon_template',
    ...{ title: '优惠券详情', under: '/coupons', roles: rolesFor(consoleCoupon.template) },
    load: () => import('./coupon-page.tsx'),
  },
] as const
