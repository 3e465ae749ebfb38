import type { CouponClaimOffer } from '#contract/catalog/coupons/shapes.ts'
import { Button } from '#storefront/platform/components/button.tsx'
import { showNotice } from '#storefront/platform/components/notify.ts'
import { usePermission } from '#storefront/platform/sessions/permissions/use-permission.ts'
import { useApiMutation } from '#storefront/platform/sessions/use-call.ts'
import { formatCount } from '#ui/format.ts'
import { couponApi, invalidatedByCouponClaim } from './coupon-api.ts'
import { CouponTicket } from './coupon-face.tsx'

/** A coupon that can be claimed, or the reason why it cannot. */
export function CouponClaimOfferCard({ offer }: { offer: CouponClaimOffer }) {
  const { templateId, reason } = offer
  const { reason: denied } = usePermission('buyPay')
  const claim = useApiMutation(couponApi.claim, {
    invalidates: invalidatedByCouponClaim,
    onSuccess: ({ name }) => showNotice(`已领取「${name}」，可在“我的优惠券”中查看`),
  })
  return (
    <CouponTicket face={offer} notes={<Notes offer={offer} />} faded={reason !== null}>
      {reason === null ? (
        <Button
          size="sm"
          aria-label={`领取 ${offer.name}`}
          busy={claim.isPending}
          blocked={denied}
          onClick={() => claim.mutate({ templateId })}
        >
          领取
        </Button>
      ) : (
        <p className="ml-auto text-sm text-mute">{reason}</p>
      )}
    </CouponTicket>
  )
}

function Notes({ offer: { untilDay, days, left, perEnterprise, mine } }: { offer: CouponClaimOffer }) {
  return (
    <div className="num">
      <p>
        剩 {formatCount(left)} 张 · 限领 {formatCount(perEnterprise)} 张{mine > 0 && ` · 已领 ${formatCount(mine)} 张`}
      </p>
      <p>{days === null ? `有效期至 ${untilDay}` : `领取后 ${days} 天内有效`}</p>
    </div>
  )
}
