import { useQuery } from '@tanstack/react-query'
import { TicketPercent } from 'lucide-react'
import type { CartItem } from '#contract/orders/cart/api.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { Link } from '#storefront/platform/routing/link.tsx'
import { usePermission } from '#storefront/platform/sessions/permissions/use-permission.ts'
import { type CartCouponNotes, type CouponDiscount, toCartCouponNotes } from './available-coupons-view.ts'
import { cartLineCouponsQuery } from './coupon-api.ts'

/** Shown below a shop's lines in the cart: the discount of its coupons on the selection, and what is missing for the next coupon. */
export function CartCoupons({ lines, shopName }: { lines: readonly CartItem[]; shopName: string }) {
  const may = usePermission('buyPay').allowed
  const onHand = useQuery({ ...cartLineCouponsQuery(lines), enabled: may && lines.length > 0 })
  if (!may) return null
  const [shop] = onHand.data ?? []
  const notes = shop && lines.length > 0 ? toCartCouponNotes(shop) : undefined
  // It always has the same height, even without a text, so that the content below does not move.
  return (
    <section
      aria-label={`${shopName}可用的优惠券`}
      className="flex min-h-16.5 items-center gap-2 border-t border-line-soft bg-jade-tint px-3 py-2.5 text-sm md:min-h-10.5 md:px-5"
    >
      <TicketPercent className="size-4.5 shrink-0 text-jade" strokeWidth={1.6} aria-hidden />
      {notes ? <CouponNotes notes={notes} /> : !onHand.isLoading && <Nothing chosen={lines.length > 0} />}
    </section>
  )
}

/** A link to the coupons, if none is available. */
const Nothing = ({ chosen }: { chosen: boolean }) => (
  <p className="flex min-w-0 flex-wrap gap-x-3 text-mute">
    {chosen ? '所选商品暂无可用优惠券' : '勾选商品后显示可用的优惠券'}
    <Link to="/coupon" search={{ tab: 'centre' }} className="finger text-jade hover:underline">
      去领券
    </Link>
  </p>
)

function CouponNotes({ notes }: { notes: CartCouponNotes }) {
  return (
    <div className="flex min-w-0 flex-1 flex-wrap gap-x-6 gap-y-1">
      <Now notes={notes} />
      {notes.next && (
        <p className="min-w-0 text-mute">
          {alreadyOnCredit(notes) && '现金价'}再买{notes.next.scope !== 'all' && '指定商品'}{' '}
          <b className="num font-semibold text-ink">{formatMoney(notes.next.missing)}</b> 可用「
          {notes.next.name}」，立减 <span className="num">{formatMoney(notes.next.amount)}</span>
        </p>
      )}
    </div>
  )
}

const alreadyOnCredit = ({ credit, next }: CartCouponNotes) => credit?.name === next?.name

/** The discount that applies now. It is shown once if it is the same at both prices. */
function Now({ notes: { sale, credit } }: { notes: CartCouponNotes }) {
  const alike = sale?.name === credit?.name && sale?.amount === credit?.amount
  return (
    <>
      {sale && <Applies saving={sale} price={alike ? '' : '现金价'} />}
      {credit && !alike && <Applies saving={credit} price="赊销价" />}
    </>
  )
}

const Applies = ({ saving: { name, amount }, price }: { saving: CouponDiscount; price: string }) => (
  <p className="min-w-0">
    {price}可用「{name}」 <b className="num font-semibold text-jade">-{formatMoney(amount)}</b>
  </p>
)
