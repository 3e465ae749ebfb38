import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type AfterSaleType, afterSaleReasons } from '../../contract/after-sale/after-sale-lifecycle.ts'
import { type AfterSaleOptions, DESCRIPTION_MAX, PICTURES_MAX } from '../../contract/after-sale/shapes.ts'
import { Refusal } from '../../contract/refusal.ts'
import { minute, money } from '../../ui/format.ts'
import { Button, ButtonLink } from '../parts/button.tsx'
import { SelectField, TextAreaField } from '../parts/field.tsx'
import { showNotice } from '../parts/notify.ts'
import { PictureTiles } from '../parts/picture-tiles.tsx'
import { Empty, Loaded, Skeleton } from '../parts/states.tsx'
import { Tick } from '../parts/tick.tsx'
import { emit } from '../session/events.ts'
import { useCall } from '../session/use-call.ts'
import { useLack } from '../session/use-lack.ts'
import { AFTER_STEP, afterSaleApi, useOptions, type Wish } from './after-sale-api.ts'
import { ApplyLines, Types } from './apply-lines.tsx'
import { type Chosen, choicesOf, lacking, linesOf } from './apply-view.ts'
import { RefundSum } from './refund-sum.tsx'

/** 申请售后: what of one order, why, with pictures, and what it would bring back. */
export function Apply({ orderNo }: { orderNo: string }) {
  const options = useOptions(orderNo)
  const lack = useLack('buyPay')
  if (options.error instanceof Refusal && options.error.reason === 'ORDER_NOT_FOUND') return <Refused title="没有找到这张订单" />
  return (
    <Loaded from={options} skeleton={<Waiting />}>
      {(found) =>
        lack !== undefined ? (
          <Refused title="没有申请售后的权限" hint={lack} />
        ) : found.why !== null ? (
          <Refused title="这张订单现在不能申请售后" hint={found.why} orderNo={orderNo} />
        ) : (
          <Form options={found} />
        )
      }
    </Loaded>
  )
}

const Waiting = () => (
  <div className="grid items-start gap-3 lg:grid-cols-[minmax(0,1fr)_300px] lg:gap-4">
    <div className="flex flex-col gap-3 lg:gap-4">
      <Skeleton className="h-60 lg:h-36" />
      <Skeleton className="h-50 lg:h-40" />
      <Skeleton className="h-96" />
    </div>
    <Skeleton className="h-48" />
  </div>
)

const Refused = ({ title, hint, orderNo }: { title: string; hint?: string; orderNo?: string }) => (
  <div className="panel">
    <Empty
      title={title}
      {...(hint === undefined ? {} : { hint })}
      action={
        <div className="flex flex-wrap justify-center gap-3">
          {orderNo !== undefined && (
            <ButtonLink to="/my_order_detail" search={{ orderNo }}>
              查看订单
            </ButtonLink>
          )}
          <ButtonLink to="/after_sale" look="line">
            查看售后单
          </ButtonLink>
          <ButtonLink to="/service_contact" look="line">
            联系客服
          </ButtonLink>
        </div>
      }
    />
  </div>
)

/** What has been filled in, and the act of sending it. */
function useForm(options: AfterSaleOptions) {
  const navigate = useNavigate()
  const [type, setType] = useState<AfterSaleType>(options.types[0] ?? 'REFUND')
  const [chosen, setChosen] = useState<Chosen>({})
  const [freight, setFreight] = useState(false)
  const [reason, setReason] = useState('')
  const [description, setDescription] = useState('')
  const [pictures, setPictures] = useState<readonly string[]>([])
  const [asked, setAsked] = useState(false)
  const choices = choicesOf(options.lines, type)
  const wish: Wish = { orderNo: options.orderNo, type, lines: linesOf(choices, chosen), freight: freight && type !== 'EXCHANGE' }
  const lacks = lacking({ ...wish, reason })
  const apply = useCall(afterSaleApi.apply, {
    refresh: AFTER_STEP,
    done: ({ id }) => {
      emit('afterSaleApplied', { id })
      showNotice('已提交，客服会尽快处理')
      void navigate({ to: '/after_sale', search: { id }, replace: true })
    },
  })
  const change = (next: AfterSaleType) => {
    setType(next)
    // Each type has its own reasons.
    setReason('')
  }
  const submit = () => {
    setAsked(true)
    if (Object.keys(lacks).length === 0) apply.mutate({ ...wish, reason, description, pictures: [...pictures] })
  }
  return {
    ...{ type, change, choices, chosen, setChosen, freight, setFreight, reason, setReason, description, setDescription },
    ...{ pictures, setPictures, wish, lacks: asked ? lacks : {}, submit, busy: apply.isPending },
  }
}

function Form({ options }: { options: AfterSaleOptions }) {
  const form = useForm(options)
  const { type, reason, setReason, description, setDescription, lacks, wish } = form
  return (
    <form
      noValidate
      className="grid items-start gap-3 lg:grid-cols-[minmax(0,1fr)_300px] lg:gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        form.submit()
      }}
    >
      <div className="flex min-w-0 flex-col gap-3 lg:gap-4">
        <Types options={options} type={type} onChange={form.change} />
        <ApplyLines choices={form.choices} chosen={form.chosen} onChange={form.setChosen} error={lacks.lines} type={type} />
        {options.freightLeft > 0 && type !== 'EXCHANGE' && (
          <div className="panel px-4 py-3 md:px-5">
            <Tick label="同时申请退运费" value={form.freight ? 'all' : 'none'} onChange={form.setFreight}>
              <span>
                同时申请退运费 <span className="num text-mute">{money(options.freightLeft)}</span>
              </span>
            </Tick>
          </div>
        )}
        <section aria-labelledby="why" className="panel flex flex-col gap-2 p-4 md:p-5">
          <h2 id="why" className="mb-1 text-md md:text-lg">
            原因和说明
          </h2>
          <SelectField label="原因" required value={reason} onChange={({ target }) => setReason(target.value)} error={lacks.reason}>
            <option value="">请选择</option>
            {afterSaleReasons[type].map((word) => (
              <option key={word} value={word}>
                {word}
              </option>
            ))}
          </SelectField>
          <TextAreaField
            label="说明"
            rows={4}
            maxLength={DESCRIPTION_MAX}
            value={description}
            onChange={({ target }) => setDescription(target.value)}
            hint={`写明使用情况、批号、数量等，最多 ${DESCRIPTION_MAX} 字`}
          />
          <PictureTiles
            purpose="afterSale"
            most={PICTURES_MAX}
            hint="拍清铭牌、破损处和包装"
            pictures={form.pictures}
            onChange={form.setPictures}
          />
        </section>
      </div>
      <aside className="panel flex flex-col gap-4 p-4 md:p-5 lg:sticky lg:top-20">
        <RefundSum wish={wish} />
        <Button type="submit" busy={form.busy} className="w-full">
          提交申请
        </Button>
        <p className="text-xs text-mute">
          订单 <span className="num">{options.orderNo}</span>
          {options.deadline && (
            <>
              {' '}
              · 可申请至 <span className="num">{minute(options.deadline)}</span>
            </>
          )}
          。处理期间订单不会自动确认收货。
        </p>
      </aside>
    </form>
  )
}
