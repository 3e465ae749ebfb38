import { type Coupon, couponTabs } from '#contract/catalog/coupons/shapes.ts'
import { addDays } from '#contract/platform/core/shanghai.ts'
import { ButtonLink } from '#storefront/platform/components/button.tsx'
import { useToday } from '#storefront/platform/components/use-now.ts'
import { formatShanghaiTimeToMinute } from '#ui/format.ts'
import { CouponTicket } from './coupon-face.tsx'

/** A coupon that expires within this number of days is highlighted. The mall also sends a reminder then. */
const DAYS_LEFT_SHOWN = 3

/** A coupon of the enterprise, in any state. */
export function EnterpriseCouponTicket({ coupon }: { coupon: Coupon }) {
  const { state, orderNo } = coupon
  const over = state === 'used' || state === 'expired'
  return (
    <CouponTicket face={coupon} notes={<Notes coupon={coupon} />} faded={over} stamp={over ? couponTabs[state].label : undefined}>
      {!over && <UseNow coupon={coupon} />}
      {over && orderNo !== null && (
        <ButtonLink look="plain" to="/my_order_detail" search={{ orderNo }} className="text-sm">
          查看订单
        </ButtonLink>
      )}
    </CouponTicket>
  )
}

/** The validity: until when, what happened to it, or how soon it expires. */
function Notes({ coupon: { state, fromDay, untilDay, usedAt } }: { coupon: Coupon }) {
  const today = useToday()
  const renderStatus = () => {
    if (state === 'locked') return <p className="text-gold">待支付订单占用中</p>
    if (state === 'used' && usedAt !== null) return <p>{formatShanghaiTimeToMinute(usedAt)} 使用</p>
    if (state === 'expired') return null
    if (fromDay > today) return <p className="text-gold">{fromDay} 起可用</p>
    if (untilDay === today) return <p className="text-danger">今天到期</p>
    return untilDay <= addDays(today, DAYS_LEFT_SHOWN) && <p className="text-danger">即将到期</p>
  }
  return (
    <div className="num">
      {renderStatus()}
      <p>有效期至 {untilDay}</p>
    </div>
  )
}

/** 立即使用: a link to the goods of the coupon. A coupon that an unpaid order holds links to that order. */
function UseNow({ coupon: { goodsId, categoryId, shopId, orderNo } }: { coupon: Coupon }) {
  if (orderNo !== null) return <Use to="/my_order_detail" search={{ orderNo }} />
  if (goodsId !== null) return <Use to="/detail" search={{ goodsId }} />
  // The link also names the shop, because other shops sell goods of the same category.
  return <Use to="/shop" search={{ shopId, ...(categoryId === null ? {} : { categoryId: String(categoryId) }) }} />
}

const Use = (way: { to: '/detail' | '/shop' | '/my_order_detail'; search: Record<string, string> }) => (
  <ButtonLink size="sm" {...way}>
    立即使用
  </ButtonLink>
)
