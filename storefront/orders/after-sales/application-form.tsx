import { AFTER_SALE_DESCRIPTION_LENGTH_MAX, AFTER_SALE_PICTURES_MAX, type AfterSaleOptions } from '#contract/orders/after-sales/shapes.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { Refusal } from '#contract/platform/core/refusal.ts'
import { Button, ButtonLink } from '#storefront/platform/components/button.tsx'
import { Checkbox } from '#storefront/platform/components/checkbox.tsx'
import { TextAreaField } from '#storefront/platform/components/field.tsx'
import { PictureUploadTileRow } from '#storefront/platform/components/picture-tiles.tsx'
import { SelectField } from '#storefront/platform/components/select/select-field.tsx'
import { toWordOptions } from '#storefront/platform/components/select/select-options.ts'
import { EmptyState, QueryContent, Skeleton } from '#storefront/platform/components/states.tsx'
import { usePermission } from '#storefront/platform/sessions/permissions/use-permission.ts'
import { formatShanghaiTimeToMinute } from '#ui/format.ts'
import { useAfterSaleOptions } from './after-sale-api.ts'
import { AfterSaleTypeChoice, AfterSaleUnitsField } from './application-lines.tsx'
import { RefundPreviewSummary } from './refund-summary.tsx'
import { useAfterSaleApplicationForm } from './use-application.ts'

/** 申请售后: the units of one order, the reason, pictures, and the refund. */
export function ApplyForAfterSaleForm({ orderNo }: { orderNo: string }) {
  const options = useAfterSaleOptions(orderNo)
  const { reason: denied } = usePermission('buyPay')
  if (options.error instanceof Refusal && options.error.reason === 'ORDER_NOT_FOUND') return <Refused title="没有找到这张订单" />
  return (
    <QueryContent from={options} skeleton={<Waiting />}>
      {(found) =>
        denied !== undefined ? (
          <Refused title="没有申请售后的权限" hint={denied} />
        ) : found.why !== null ? (
          <Refused title="这张订单现在不能申请售后" hint={found.why} orderNo={orderNo} />
        ) : (
          <Form options={found} />
        )
      }
    </QueryContent>
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
    <EmptyState
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

function Form({ options }: { options: AfterSaleOptions }) {
  const form = useAfterSaleApplicationForm(options)
  const { draft, set, fieldErrors, request } = form
  const { type, reason, description } = draft
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
        <AfterSaleTypeChoice options={options} type={type} onChange={(next) => set({ type: next })} />
        <AfterSaleUnitsField
          choices={form.choices}
          chosen={draft.chosen}
          onChange={(chosen) => set({ chosen })}
          onTooLarge={form.reportTooLarge}
          error={fieldErrors.lines}
          type={type}
        />
        {options.freightLeft > 0 && type !== 'EXCHANGE' && (
          <div className="panel px-4 py-3 md:px-5">
            <Checkbox label="同时申请退运费" value={draft.freight ? 'all' : 'none'} onChange={(freight) => set({ freight })}>
              <span>
                同时申请退运费 <span className="num text-mute">{formatMoney(options.freightLeft)}</span>
              </span>
            </Checkbox>
          </div>
        )}
        <section aria-labelledby="why" className="panel flex flex-col gap-2 p-4 md:p-5">
          <h2 id="why" className="mb-1 text-md md:text-lg">
            原因和说明
          </h2>
          <SelectField
            label="原因"
            required
            value={reason}
            options={toWordOptions(form.reasons)}
            onChange={(next) => set({ reason: next })}
            error={fieldErrors.reason}
          />
          <TextAreaField
            label="说明"
            rows={4}
            maxLength={AFTER_SALE_DESCRIPTION_LENGTH_MAX}
            value={description}
            error={fieldErrors.description}
            onChange={({ target }) => set({ description: target.value })}
            hint={`写明使用情况、批号、数量等，最多 ${AFTER_SALE_DESCRIPTION_LENGTH_MAX} 字`}
          />
          <PictureUploadTileRow
            purpose="afterSale"
            most={AFTER_SALE_PICTURES_MAX}
            hint="拍清铭牌、破损处和包装"
            pictures={draft.pictures}
            error={fieldErrors.pictures}
            onChange={(pictures) => set({ pictures })}
          />
        </section>
      </div>
      <aside className="panel flex flex-col gap-4 p-4 md:p-5 lg:sticky lg:top-20">
        <RefundPreviewSummary request={request} />
        <Button type="submit" busy={form.busy} className="w-full">
          提交申请
        </Button>
        <p className="text-xs text-mute">
          订单 <span className="num">{options.orderNo}</span>
          {options.deadline && (
            <>
              {' '}
              · 可申请至 <span className="num">{formatShanghaiTimeToMinute(options.deadline)}</span>
            </>
          )}
          。处理期间订单不会自动确认收货。
        </p>
      </aside>
    </form>
  )
}
