import { useState } from 'react'
import { type CouponChoice as Choice, thresholdText } from '../../contract/coupons/shapes.ts'
import type { Preview } from '../../contract/ordering/shapes.ts'
import { money } from '../../ui/format.ts'
import { Button } from '../parts/button.tsx'
import { Modal } from '../parts/dialog.tsx'

interface Props {
  shop: Preview['shops'][number]
  /** null: none. */
  onChoose: (couponId: string | null) => void
}

/** 优惠券 of one shop's order: the one that it takes, and the others with why not. One at most. */
export function CouponChoice({ shop: { shopName, coupons, couponId, couponAmount }, onChoose }: Props) {
  const [open, setOpen] = useState(false)
  const choose = (next: string | null) => {
    setOpen(false)
    onChoose(next)
  }
  const usable = coupons.filter(({ discount }) => discount !== null)
  const others = coupons.filter(({ discount }) => discount === null)
  const said = couponId !== null ? `-${money(couponAmount)}` : usable.length > 0 ? `${usable.length} 张可用` : '无可用券'
  return (
    <div className="flex items-center justify-between gap-3 border-t border-line-soft px-4 py-3 text-sm md:px-5">
      <span className="text-mute">优惠券</span>
      {coupons.length === 0 ? (
        <span className="text-mute">{said}</span>
      ) : (
        <Button look="plain" onClick={() => setOpen(true)} aria-haspopup="dialog">
          <span className="num">{said}</span> · 选择
        </Button>
      )}
      <Modal open={open} onClose={() => setOpen(false)} title={`${shopName}的优惠券`}>
        <fieldset className="flex flex-col gap-2">
          <legend className="sr-only">每张订单最多使用一张</legend>
          {usable.map((coupon) => (
            <Option key={coupon.couponId} coupon={coupon} chosen={coupon.couponId === couponId} onChoose={() => choose(coupon.couponId)} />
          ))}
          <Plain chosen={couponId === null} onChoose={() => choose(null)} />
        </fieldset>
        {others.length > 0 && (
          <section aria-label="暂不可用" className="mt-4">
            <h3 className="mb-2 text-sm text-mute">暂不可用</h3>
            <ul className="flex flex-col gap-2">
              {others.map(({ couponId: id, name, amount, threshold, reason }) => (
                <li key={id} className="rounded-control border border-line-soft px-3 py-2 text-sm text-mute">
                  <span className="num">{money(amount)}</span> {name} · {thresholdText(threshold)}
                  <span className="block text-xs text-danger">{reason}</span>
                </li>
              ))}
            </ul>
          </section>
        )}
      </Modal>
    </div>
  )
}

const ROW =
  'flex cursor-pointer items-center gap-3 rounded-control border border-line px-3 py-2.5 has-checked:border-jade has-checked:bg-jade-tint'

function Option({ coupon, chosen, onChoose }: { coupon: Choice; chosen: boolean; onChoose: () => void }) {
  const { name, threshold, discount, untilDay, scopeNote } = coupon
  return (
    <label className={ROW}>
      <input type="radio" name="coupon" checked={chosen} onChange={onChoose} onClick={onChoose} className="accent-jade" />
      <span className="min-w-0 grow">
        <b className="num text-copper">{discount !== null && `-${money(discount)}`}</b> {name} · {thresholdText(threshold)}
        <span className="num block text-xs text-mute">
          {scopeNote}，有效期至 {untilDay}
        </span>
      </span>
    </label>
  )
}

const Plain = ({ chosen, onChoose }: { chosen: boolean; onChoose: () => void }) => (
  <label className={ROW}>
    <input type="radio" name="coupon" checked={chosen} onChange={onChoose} onClick={onChoose} className="accent-jade" />
    不使用优惠券
  </label>
)
