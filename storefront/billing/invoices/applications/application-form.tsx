import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { Fragment } from 'react'
import { type Control, Controller } from 'react-hook-form'
import * as z from 'zod/mini'
import { type InvoiceDetail, type InvoicePreview, type InvoiceTitle, invoiceApplicationFields } from '#contract/billing/invoices/shapes.ts'
import { Refusal } from '#contract/platform/core/refusal.ts'
import {
  type InvoiceSource,
  invalidatedByInvoiceApplication,
  invoiceApi,
  useInvoice,
  useInvoicePreview,
  useInvoiceTitles,
} from '#storefront/billing/invoices/invoice-api.ts'
import { InvoiceLines, InvoiceTotals } from '#storefront/billing/invoices/invoice-lines.tsx'
import { findInitialTitleId } from '#storefront/billing/invoices/invoice-view.ts'
import { InvoiceTitleChoice } from '#storefront/billing/invoices/titles/title-choice.tsx'
import { Button, ButtonLink } from '#storefront/platform/components/button.tsx'
import { TextAreaField, TextField } from '#storefront/platform/components/field.tsx'
import { showNotice } from '#storefront/platform/components/notify.ts'
import { EmptyState, QueryContent, Skeleton } from '#storefront/platform/components/states.tsx'
import { usePersistedForm } from '#storefront/platform/components/use-persisted-form.ts'
import { Link } from '#storefront/platform/routing/link.tsx'
import { useNavigate } from '#storefront/platform/routing/routing.tsx'
import { emitClientEvent } from '#storefront/platform/sessions/events.ts'
import { showRefusalAtFormField } from '#storefront/platform/sessions/form-errors.ts'
import { useApiMutation } from '#storefront/platform/sessions/use-call.ts'

const Form = z.object({ ...invoiceApplicationFields, titleId: z.string().check(z.minLength(1, '请选择或新增发票抬头')) })
type Values = z.input<typeof Form>
type Filled = z.output<typeof Form>

interface Props {
  source: InvoiceSource
  /** The rejected application that this one replaces. */
  before?: InvoiceDetail
}

/** 申请开票 for some orders or a statement: the amount, the title, and the email address. */
export function ApplyForInvoiceForm({ source, before }: Props) {
  const [preview, titles] = [useInvoicePreview(source), useInvoiceTitles()]
  // A failed request can be sent again. A refused one would be refused again.
  if (preview.error instanceof Refusal && preview.error.code < 500) return <Refused why={preview.error.message} />
  return (
    <QueryContent from={preview} skeleton={<Waiting />}>
      {(shown) => (
        <QueryContent from={titles} skeleton={<Waiting />}>
          {(known) => <ApplicationFields source={source} preview={shown} titles={known} before={before} />}
        </QueryContent>
      )}
    </QueryContent>
  )
}

const Waiting = () => (
  <div className="grid items-start gap-3 lg:grid-cols-[minmax(0,1fr)_280px] lg:gap-4">
    <div className="flex flex-col gap-3 lg:gap-4">
      <Skeleton className="h-65" />
      <Skeleton className="h-80" />
    </div>
    <Skeleton className="h-70" />
  </div>
)

/** 重新申请: a new application that is filled from a rejected one. */
export function ReapplyForInvoiceForm({ id }: { id: string }) {
  const found = useInvoice(id)
  return (
    <QueryContent from={found} skeleton={<Waiting />}>
      {(before) => {
        if (!before.mayReapply) return <Refused why="只有已驳回的申请可以重新申请" />
        const { month, shopId, orderNos, ofInterest } = before
        const source = month === null ? { orderNos, interest: ofInterest } : { orderNos: [], month, shopId: shopId ?? undefined }
        return <ApplyForInvoiceForm source={source} before={before} />
      }}
    </QueryContent>
  )
}

const Refused = ({ why }: { why: string }) => (
  <div className="panel">
    <EmptyState
      title="现在不能开票"
      hint={why}
      action={
        <div className="flex flex-wrap justify-center gap-3">
          <ButtonLink to="/my_invoice_can_open">查看可开票订单</ButtonLink>
          <ButtonLink to="/my_invoice_detail" look="line">
            开票记录
          </ButtonLink>
        </div>
      }
    />
  </div>
)

interface ApplicationFieldsProps {
  source: InvoiceSource
  preview: InvoicePreview
  titles: readonly InvoiceTitle[]
  before: InvoiceDetail | undefined
}

function useApplicationForm({ source, titles, before }: Omit<ApplicationFieldsProps, 'preview'>) {
  const navigate = useNavigate()
  const [form, sent] = usePersistedForm<Values, unknown, Filled>('ask', {
    resolver: standardSchemaResolver(Form),
    mode: 'onTouched',
    defaultValues: { titleId: findInitialTitleId(titles, before?.title) ?? '', email: before?.email ?? '', remark: before?.remark ?? '' },
  })
  const send = (asked: Filled) => (before ? invoiceApi.reapply({ ...asked, id: before.id }) : invoiceApi.apply({ ...asked, ...source }))
  const apply = useApiMutation(send, {
    clearStoredForm: sent,
    invalidates: invalidatedByInvoiceApplication,
    onError: (error) => showRefusalAtFormField(form, error),
    onSuccess: ({ id }) => {
      emitClientEvent('invoiceOpenCreated', { id })
      showNotice('已提交，财务审核后开具')
      void navigate({ to: '/my_invoice_detail', search: { id }, replace: true })
    },
  })
  return { form, apply }
}

function ApplicationFields({ preview, ...props }: ApplicationFieldsProps) {
  const { form, apply } = useApplicationForm(props)
  const { register, control, handleSubmit, formState } = form
  const { errors } = formState
  return (
    <form
      noValidate
      onSubmit={handleSubmit((asked) => apply.mutate(asked))}
      className="grid items-start gap-3 lg:grid-cols-[minmax(0,1fr)_280px] lg:gap-4"
    >
      <div className="flex min-w-0 flex-col gap-3 lg:gap-4">
        <Titled control={control} titles={props.titles} error={errors.titleId?.message} />
        <section aria-labelledby="where" className="panel flex flex-col gap-2 p-4 md:p-5">
          <h2 id="where" className="mb-1 text-md md:text-lg">
            收票信息
          </h2>
          <TextField
            label="收票邮箱"
            required
            type="email"
            autoComplete="email"
            maxLength={100}
            placeholder="如 caiwu@example.com"
            error={errors.email?.message}
            hint="开具后发送到此邮箱，也可在“我的发票”下载"
            {...register('email')}
          />
          <TextAreaField
            label="发票备注"
            rows={2}
            maxLength={200}
            placeholder="印在发票备注栏，如合同号、项目名称"
            error={errors.remark?.message}
            hint="最多 200 字"
            {...register('remark')}
          />
        </section>
        <OpenAfterSales orderNos={preview.openAfterSales} />
        <InvoiceLines lines={preview.lines} />
      </div>
      <aside className="panel flex flex-col gap-4 p-4 md:p-5 lg:sticky lg:top-20">
        <h2 className="text-md md:text-lg">开票金额</h2>
        <InvoiceTotals of={preview} />
        <Button type="submit" busy={apply.isPending} className="w-full">
          提交申请
        </Button>
        <p className="text-xs text-mute">按实付或已出账的金额开具，已扣除退款。开具后发生退款的，自动开红字发票。</p>
      </aside>
    </form>
  )
}

/** Goods that may still come back make the invoice wrong, so it is said before somebody asks for it. */
function OpenAfterSales({ orderNos }: { orderNos: readonly string[] }) {
  if (orderNos.length === 0) return null
  return (
    <section aria-label="售后未完成" className="rounded-panel border border-copper bg-copper-tint p-4">
      <p className="font-medium">有订单的售后还没有完成，建议售后完成后再开票</p>
      <p className="mt-1 text-sm">
        现在开票后如发生退款，需要再开红字发票。订单{' '}
        {orderNos.map((orderNo, at) => (
          <Fragment key={orderNo}>
            {at > 0 && '、'}
            <Link to="/my_order_detail" search={{ orderNo }} className="num finger text-jade hover:underline">
              {orderNo}
            </Link>
          </Fragment>
        ))}
      </p>
    </section>
  )
}

const Titled = ({
  control,
  titles,
  error,
}: {
  control: Control<Values, unknown, Filled>
  titles: readonly InvoiceTitle[]
  error: string | undefined
}) => (
  <Controller
    control={control}
    name="titleId"
    render={({ field: { value, onChange } }) => <InvoiceTitleChoice titles={titles} value={value} onChange={onChange} error={error} />}
  />
)
