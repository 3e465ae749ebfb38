import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatCouponDiscountTerms } from '#contract/catalog/coupons/kinds.ts'
import type { CouponClaimOffer } from '#contract/catalog/coupons/shapes.ts'
import { Button } from '#storefront/platform/components/button.tsx'
import { Modal } from '#storefront/platform/components/dialog.tsx'
import { useInPunchOut, useLoggedIn } from '#storefront/platform/sessions/use-session.ts'
import { claimCentreQuery } from './coupon-api.ts'
import { CouponClaimOfferCard } from './offer-card.tsx'

const SHOWN = 3

const LINE = 'mt-4 flex h-6 items-center gap-2 text-sm'

/** One line on the page of goods with the coupons that can be claimed for them. Its place is reserved while it loads. */
export function ClaimableCouponsOfGoods({ goodsId }: { goodsId: string }) {
  const inPunchOut = useInPunchOut()
  const may = useLoggedIn() && !inPunchOut
  const found = useQuery({ ...claimCentreQuery(1, goodsId), enabled: may }).data?.dataList ?? []
  const [open, setOpen] = useState(false)
  if (found.length === 0) return may && <div className={LINE} />
  const claimable = found.filter(({ reason }) => reason === null)
  const offers = [...claimable, ...found.filter(({ reason }) => reason !== null)]
  return (
    <section aria-label="可领优惠券" className={LINE}>
      {/* Coupons that do not fit into the line are in the window. */}
      <div className="flex h-6 flex-wrap gap-2 overflow-hidden">
        {offers.slice(0, SHOWN).map((offer) => (
          <Chip key={offer.templateId} offer={offer} />
        ))}
      </div>
      <Button look="plain" className="ml-1" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {claimable.length > 0 ? '领券' : '查看优惠券'}
      </Button>
      <Modal open={open} onClose={() => setOpen(false)} title="适用于此商品的优惠券">
        <ul className="flex flex-col gap-3">
          {offers.map((offer) => (
            <li key={offer.templateId}>
              <CouponClaimOfferCard offer={offer} />
            </li>
          ))}
        </ul>
      </Modal>
    </section>
  )
}

const Chip = ({ offer }: { offer: CouponClaimOffer }) => (
  <span className="num rounded-[3px] border border-jade px-2 py-0.5 text-xs text-jade">{formatCouponDiscountTerms(offer)}</span>
)
