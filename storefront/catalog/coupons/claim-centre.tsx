import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { CouponCodeSchema } from '#contract/catalog/coupons/api.ts'
import { Button, ButtonLink } from '#storefront/platform/components/button.tsx'
import { TextField } from '#storefront/platform/components/field.tsx'
import { showNotice } from '#storefront/platform/components/notify.ts'
import { Pagination } from '#storefront/platform/components/pagination.tsx'
import { EmptyState, QueryContent } from '#storefront/platform/components/states.tsx'
import { usePagination } from '#storefront/platform/components/use-pagination.ts'
import { usePersistedForm } from '#storefront/platform/components/use-persisted-form.ts'
import { usePermission } from '#storefront/platform/sessions/permissions/use-permission.ts'
import { handleRefusalAtField, useApiMutation } from '#storefront/platform/sessions/use-call.ts'
import { claimCentreQuery, couponApi, invalidatedByCouponClaim, PAGE_SIZE } from './coupon-api.ts'
import { COUPON_GRID_CLASSES, CouponGridSkeleton } from './coupon-grid.tsx'
import { CouponClaimOfferCard } from './offer-card.tsx'

/** 领券中心: a field to redeem a code, and the coupons that can be claimed. */
export function ClaimCentre({ pageNo }: { pageNo: number }) {
  const offers = useQuery(claimCentreQuery(pageNo))
  const { reason: denied } = usePermission('buyPay')
  const turn = usePagination(offers, { pageNo, pageSize: PAGE_SIZE })
  return (
    <div className="flex flex-col gap-3">
      {denied === undefined ? <Redeem /> : <p className="panel px-4 py-3 text-sm text-mute">兑换和领取优惠券：{denied}</p>}
      <QueryContent from={offers} skeleton={<CouponGridSkeleton />}>
        {({ dataList, total }) =>
          dataList.length === 0 ? (
            <div className="panel">
              <EmptyState
                title="暂时没有可领取的优惠券"
                hint="有兑换码时，可在上方兑换。"
                action={
                  <ButtonLink to="/shop" look="line">
                    去商城选购
                  </ButtonLink>
                }
              />
            </div>
          ) : (
            <>
              <ul className={COUPON_GRID_CLASSES}>
                {dataList.map((offer) => (
                  <li key={offer.templateId}>
                    <CouponClaimOfferCard offer={offer} />
                  </li>
                ))}
              </ul>
              <Pagination pageNo={pageNo} pageSize={PAGE_SIZE} total={total} onChange={turn} />
            </>
          )
        }
      </QueryContent>
    </div>
  )
}

const Form = z.object({ couponCode: CouponCodeSchema })

/** 兑换码: redeems a code for a coupon. Each code works once. */
function Redeem() {
  const [form, sent] = usePersistedForm<z.output<typeof Form>>('code', {
    resolver: standardSchemaResolver(Form),
    defaultValues: { couponCode: '' },
  })
  const redeem = useApiMutation(couponApi.redeem, {
    clearStoredForm: sent,
    invalidates: invalidatedByCouponClaim,
    onSuccess: ({ name }, { couponCode }) => {
      // What has been typed since is the next code.
      if (form.getValues('couponCode') === couponCode) form.reset()
      showNotice(`已兑换「${name}」，可在“未使用”中查看`)
    },
    onError: (error) => {
      form.setError('couponCode', { message: error.message }, { shouldFocus: true })
      return handleRefusalAtField(error)
    },
  })
  return (
    <form
      noValidate
      aria-label="兑换优惠券"
      className="panel flex items-start gap-3 px-4 pt-3.5 pb-1"
      onSubmit={form.handleSubmit((typed) => redeem.mutate(typed))}
    >
      <div className="min-w-0 grow md:max-w-md">
        <TextField
          label="兑换码"
          placeholder="12 位字母和数字"
          autoComplete="off"
          autoCapitalize="characters"
          error={form.formState.errors.couponCode?.message}
          {...form.register('couponCode')}
        />
      </div>
      <Button type="submit" className="mt-6 h-11" busy={redeem.isPending}>
        兑换
      </Button>
    </form>
  )
}
