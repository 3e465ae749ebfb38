import type { QueryKey } from '@tanstack/react-query'
import type { BenefitName } from '#contract/orders/levels/benefits.ts'
import { type Fen, formatMoney } from '#contract/platform/core/money.ts'
import { Button } from '#storefront/platform/components/button.tsx'
import { showNotice } from '#storefront/platform/components/notify.ts'
import { usePermission } from '#storefront/platform/sessions/permissions/use-permission.ts'
import { useApiMutation } from '#storefront/platform/sessions/use-call.ts'
import { memberLevelApi } from './level-api.ts'

const calls = { temp: memberLevelApi.claimTempLimit, coupons: memberLevelApi.claimCoupons, gift: memberLevelApi.claimGift } as const

/** The queries that change with a claim: the level, the coupons, the limits, and the order preview. */
const CHANGED: readonly QueryKey[] = [['member'], ['coupon'], ['credit'], ['cart', 'coupons'], ['preview']]

/** 领取: claims once, even if it is pressed several times; or shows which permission is missing. */
export function ClaimBenefitButton({ benefit, amount }: { benefit: BenefitName; amount: Fen | null }) {
  const { reason: denied } = usePermission(benefit === 'temp' ? 'applyLimit' : 'buyPay')
  const claim = useApiMutation(() => calls[benefit]({}), {
    invalidates: CHANGED,
    onSuccess: ({ text }) => showNotice(`已领取：${text}`),
  })
  if (denied !== undefined) return <p className="border-t border-line-soft pt-3 text-sm text-mute">{denied}</p>
  return (
    <div className="flex items-center justify-between gap-3 border-t border-line-soft pt-3">
      <p className="text-sm font-medium text-jade">{amount === null ? '可领取' : <>可领 {formatMoney(amount)}</>}</p>
      <Button look="call" size="sm" busy={claim.isPending} onClick={() => claim.mutate(undefined)}>
        领取
      </Button>
    </div>
  )
}
