import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { CouponCode } from '../../contract/coupons/api.ts'
import type { Offer } from '../../contract/coupons/shapes.ts'
import { count, money } from '../../ui/format.ts'
import { Button } from '../parts/button.tsx'
import { TextField } from '../parts/field.tsx'
import { showNotice } from '../parts/notify.ts'
import { Pagination } from '../parts/pagination.tsx'
import { Empty, Loaded, Skeleton } from '../parts/states.tsx'
import { usePageTurning } from '../parts/use-page-turning.ts'
import { useCall } from '../session/use-call.ts'
import { COUPON_KEY, centreQuery, couponApi, PAGE_SIZE } from './coupon-api.ts'
import { CouponFace } from './coupon-face.tsx'

/** 领券中心: a code to redeem, and what is to be claimed. */
export function ClaimCentre({ pageNo }: { pageNo: number }) {
  const offers = useQuery(centreQuery(pageNo))
  const turn = usePageTurning()
  return (
    <div className="flex flex-col gap-3">
      <Redeem />
      <Loaded from={offers} skeleton={<Skeleton className="h-64" />}>
        {({ dataList, total }) => (
          <>
            {dataList.length === 0 && (
              <div className="panel">
                <Empty title="暂时没有可领取的优惠券" hint="有兑换码时，可在上方兑换。" />
              </div>
            )}
            <ul className="grid gap-3 lg:grid-cols-2">
              {dataList.map((offer) => (
                <li key={offer.templateId}>
                  <OfferCard offer={offer} />
                </li>
              ))}
            </ul>
            <Pagination pageNo={pageNo} pageSize={PAGE_SIZE} total={total} onChange={turn} />
          </>
        )}
      </Loaded>
    </div>
  )
}

function OfferCard({ offer }: { offer: Offer }) {
  const { templateId, fromDay, untilDay, days, left, reason, perEnterprise, mine } = offer
  const claim = useCall(couponApi.claim, {
    refresh: [COUPON_KEY, ['preview']],
    done: ({ amount, name }) => showNotice(`已领取「${name}」${money(amount)}`),
  })
  const until = days === null ? `有效期 ${fromDay} 至 ${untilDay}` : `领取后 ${days} 天内有效`
  return (
    <CouponFace face={offer} until={until} faded={reason !== null}>
      <p className="text-xs text-mute">
        剩 {count(left)} 张，限领 {count(perEnterprise)} 张{mine > 0 && `，已领 ${mine} 张`}
      </p>
      <Button size="sm" disabled={reason !== null} busy={claim.isPending} onClick={() => claim.mutate({ templateId })}>
        {reason ?? '领取'}
      </Button>
    </CouponFace>
  )
}

const Form = z.object({ couponCode: CouponCode })

function Redeem() {
  const form = useForm<z.output<typeof Form>>({ resolver: standardSchemaResolver(Form), defaultValues: { couponCode: '' } })
  const redeem = useCall(couponApi.redeem, {
    refresh: [COUPON_KEY, ['preview']],
    done: ({ name }) => {
      form.reset()
      showNotice(`已兑换「${name}」`)
    },
    failed: (error) => form.setError('couponCode', { message: error.message }),
  })
  return (
    <form noValidate className="panel flex flex-wrap items-start gap-3 p-4" onSubmit={form.handleSubmit((typed) => redeem.mutate(typed))}>
      <div className="min-w-0 grow">
        <TextField
          label="兑换码"
          placeholder="12 位字母和数字"
          autoComplete="off"
          error={form.formState.errors.couponCode?.message}
          {...form.register('couponCode')}
        />
      </div>
      <Button type="submit" className="mt-6" busy={redeem.isPending}>
        兑换
      </Button>
    </form>
  )
}
