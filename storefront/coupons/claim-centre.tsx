import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { CouponCode } from '../../contract/coupons/api.ts'
import { Button, ButtonLink } from '../parts/button.tsx'
import { TextField } from '../parts/field.tsx'
import { showNotice } from '../parts/notify.ts'
import { Pagination } from '../parts/pagination.tsx'
import { Empty, Loaded } from '../parts/states.tsx'
import { usePageTurning } from '../parts/use-page-turning.ts'
import { useCall } from '../session/use-call.ts'
import { AFTER_CLAIM, centreQuery, couponApi, PAGE_SIZE } from './coupon-api.ts'
import { OfferCard } from './offer-card.tsx'
import { TICKETS, TicketsWaiting } from './tickets.tsx'

/** 领券中心: a code to redeem, and what is to be claimed. */
export function ClaimCentre({ pageNo }: { pageNo: number }) {
  const offers = useQuery(centreQuery(pageNo))
  const turn = usePageTurning(offers, { pageNo, pageSize: PAGE_SIZE })
  return (
    <div className="flex flex-col gap-3">
      <Redeem />
      <Loaded from={offers} skeleton={<TicketsWaiting />}>
        {({ dataList, total }) =>
          dataList.length === 0 ? (
            <div className="panel">
              <Empty
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
              <ul className={TICKETS}>
                {dataList.map((offer) => (
                  <li key={offer.templateId}>
                    <OfferCard offer={offer} />
                  </li>
                ))}
              </ul>
              <Pagination pageNo={pageNo} pageSize={PAGE_SIZE} total={total} onChange={turn} />
            </>
          )
        }
      </Loaded>
    </div>
  )
}

const Form = z.object({ couponCode: CouponCode })

/** 兑换码: what is typed becomes a coupon, once. */
function Redeem() {
  const form = useForm<z.output<typeof Form>>({ resolver: standardSchemaResolver(Form), defaultValues: { couponCode: '' } })
  const redeem = useCall(couponApi.redeem, {
    refresh: AFTER_CLAIM,
    done: ({ name }) => {
      form.reset()
      showNotice(`已兑换「${name}」，可在“未使用”中查看`)
    },
    failed: (error) => form.setError('couponCode', { message: error.message }, { shouldFocus: true }),
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
