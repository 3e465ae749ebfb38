import { type ReactNode, useState } from 'react'
import { formatCouponDiscountTerms, formatCouponThreshold } from '#contract/catalog/coupons/kinds.ts'
import type { CouponWithOrderDiscount as Choice } from '#contract/catalog/coupons/shapes.ts'
import type { OrderPreview } from '#contract/orders/orders/preview-shapes.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { Button } from '#storefront/platform/components/button.tsx'
import { Modal } from '#storefront/platform/components/dialog.tsx'

interface Props {
  shop: OrderPreview['shops'][number]
  /** null: none. */
  onChoose: (couponId: string | null) => void
}

/**
 * The coupon of the order that does not apply any more, because something else on the page was changed: another payment method has other
 * prices. undefined: there is none.
 */
function useDroppedCoupon({ coupons, couponId }: Props['shop']): [dropped: Choice | undefined, forget: () => void] {
  const [last, setLast] = useState(couponId)
  const dropped = coupons.find((coupon) => coupon.couponId === last && coupon.discount === null)
  if (couponId !== null && couponId !== last && !dropped) setLast(couponId)
  return [dropped, () => setLast(null)]
}

/** 优惠券 of one shop's order: the one that is used, and a button to choose another or none. */
export function CouponChoice({ shop, onChoose }: Props) {
  const [open, setOpen] = useState(false)
  const [dropped, forget] = useDroppedCoupon(shop)
  const choose = (next: string | null) => {
    setOpen(false)
    forget()
    onChoose(next)
  }
  return (
    <div className="flex items-baseline justify-between gap-4 border-t border-line-soft px-4 py-3 text-sm md:px-5">
      <span className="shrink-0 text-mute">优惠券</span>
      <div className="flex min-w-0 flex-wrap items-baseline justify-end gap-x-3 text-right">
        {dropped && (
          <p role="status" className="w-full break-words text-gold">
            不再使用优惠券「{dropped.name}」：{dropped.reason}
          </p>
        )}
        <ChosenCoupon shop={shop} />
        {shop.coupons.length > 0 && (
          <Button look="plain" aria-haspopup="dialog" aria-label={`选择${shop.shopName}的优惠券`} onClick={() => setOpen(true)}>
            选择
          </Button>
        )}
      </div>
      <Modal open={open} onClose={() => setOpen(false)} title="选择优惠券">
        <Choices shop={shop} onChoose={choose} />
      </Modal>
    </div>
  )
}

/** The coupon that the order uses now. */
function ChosenCoupon({ shop: { coupons, couponId, couponAmount } }: { shop: Props['shop'] }) {
  const taken = coupons.find((coupon) => coupon.couponId === couponId)
  const usable = coupons.filter(({ discount }) => discount !== null).length
  if (!taken) return <span className="text-mute">{usable > 0 ? `不使用，${usable} 张可用` : '无可用券'}</span>
  return (
    <span className="min-w-0 break-words">
      {taken.name} <b className="num font-semibold text-jade">-{formatMoney(couponAmount)}</b>
    </span>
  )
}

/** The choices: the coupons that apply, the best first, or none; below them those that do not apply. */
function Choices({ shop: { shopName, coupons, couponId }, onChoose }: Props) {
  const [chosen, setChosen] = useState(couponId)
  const usable = coupons.filter(({ discount }) => discount !== null)
  const others = coupons.filter(({ discount }) => discount === null)
  return (
    <>
      <div className="max-h-[52dvh] overflow-y-auto p-0.5">
        <fieldset className="flex flex-col gap-2.5">
          <legend className="mb-3 text-sm text-mute">{shopName}：每张订单最多使用 1 张</legend>
          {usable.map((coupon, at) => (
            <Row key={coupon.couponId} chosen={coupon.couponId === chosen} onChoose={() => setChosen(coupon.couponId)}>
              <Usable coupon={coupon} best={at === 0 && usable.length > 1} />
            </Row>
          ))}
          <Row chosen={chosen === null} onChoose={() => setChosen(null)}>
            不使用优惠券
          </Row>
        </fieldset>
        {others.length > 0 && <Others coupons={others} />}
      </div>
      <div className="mt-5 flex justify-end">
        <Button onClick={() => onChoose(chosen)}>确定</Button>
      </div>
    </>
  )
}

/** The coupons that do not apply, with the reason. */
const Others = ({ coupons }: { coupons: readonly Choice[] }) => (
  <section aria-labelledby="unusable" className="mt-5">
    <h3 id="unusable" className="mb-2 text-sm font-normal text-mute">
      本单暂不可用
    </h3>
    <ul className="divide-y divide-line-soft rounded-control bg-paper px-3 text-sm">
      {coupons.map((coupon) => (
        <Unusable key={coupon.couponId} coupon={coupon} />
      ))}
    </ul>
  </section>
)

function Row({ chosen, onChoose, children }: { chosen: boolean; onChoose: () => void; children: ReactNode }) {
  return (
    <label
      className={`flex cursor-pointer items-center gap-3 rounded-control border px-3 py-2.5 hover:border-jade ${chosen ? 'border-jade bg-jade-tint' : 'border-line'}`}
    >
      <input type="radio" name="coupon" checked={chosen} onChange={onChoose} className="size-4 shrink-0 accent-jade" />
      <span className="min-w-0 grow">{children}</span>
    </label>
  )
}

function Usable({ coupon, best }: { coupon: Choice; best: boolean }) {
  const { name, discount, untilDay, scopeNote, offBasisPoints } = coupon
  return (
    <span className="flex items-center justify-between gap-3">
      <span className="min-w-0 break-words">
        {name} {best && <b className="rounded-[3px] bg-jade px-1 text-xs font-normal whitespace-nowrap text-white">优惠最多</b>}
        <span className="num block text-xs text-mute">
          {offBasisPoints === null ? formatCouponThreshold(coupon) : formatCouponDiscountTerms(coupon)} · {scopeNote} · 有效期至 {untilDay}
        </span>
      </span>
      <b className="num shrink-0 text-md font-semibold text-jade">{discount !== null && `-${formatMoney(discount)}`}</b>
    </span>
  )
}

function Unusable({ coupon }: { coupon: Choice }) {
  const { name, reason } = coupon
  return (
    <li className="flex items-baseline justify-between gap-3 py-2.5">
      <span className="min-w-0 break-words text-mute">
        {name}
        <span className="num block text-xs">{formatCouponDiscountTerms(coupon)}</span>
      </span>
      <span className="num shrink-0 text-right text-xs text-danger">{reason}</span>
    </li>
  )
}
