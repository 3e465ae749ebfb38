import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { couponCountQuery } from '../../coupons/coupon-api.ts'
import { useMay } from '../../session/use-session.ts'

/** 优惠券: how many are unused; nothing where none is. */
export function CouponsLeft() {
  const { data } = useQuery({ ...couponCountQuery, enabled: useMay('buyPay') })
  if (!data?.unused) return null
  return (
    <Link to="/coupon" className="-my-1 py-1 text-jade hover:underline">
      优惠券 <b className="num">{data.unused}</b> 张
    </Link>
  )
}
