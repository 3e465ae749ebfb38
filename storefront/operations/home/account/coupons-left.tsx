import { useQuery } from '@tanstack/react-query'
import { couponCountsByStateQuery } from '#storefront/platform/components/coupon-count-query.ts'
import { Link } from '#storefront/platform/routing/link.tsx'
import { useUser } from '#storefront/platform/sessions/use-session.ts'

/** 优惠券: the number of coupons that can be used; nothing if there are none. */
export function AvailableCouponCount() {
  const user = useUser()
  const { data } = useQuery({ ...couponCountsByStateQuery, enabled: user !== undefined && !user.inPunchOut })
  if (!data?.unused) return null
  return (
    <Link to="/coupon" className="-my-1 py-1 text-jade hover:underline">
      优惠券 <b className="num">{data.unused}</b> 张
    </Link>
  )
}
