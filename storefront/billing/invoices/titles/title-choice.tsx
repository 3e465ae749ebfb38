import { Plus } from 'lucide-react'
import { useState } from 'react'
import { invoiceTitleKinds } from '#contract/billing/invoices/invoice-lifecycle.ts'
import { INVOICE_TITLES_PER_ENTERPRISE_MAX, type InvoiceTitle } from '#contract/billing/invoices/shapes.ts'
import { Button } from '#storefront/platform/components/button.tsx'
import { usePermission } from '#storefront/platform/sessions/permissions/use-permission.ts'
import { CreateOrEditInvoiceTitleDialog } from './title-form.tsx'

interface Props {
  titles: readonly InvoiceTitle[]
  value: string
  onChange: (id: string) => void
  error: string | undefined
}

/** The choice of a title: a saved one, or a new one, which is saved too. */
export function InvoiceTitleChoice({ titles, value, onChange, error }: Props) {
  const [adding, setAdding] = useState(false)
  const main = usePermission('main').allowed
  return (
    <fieldset className="panel p-4 md:p-5">
      <legend className="float-left mb-3 w-full text-md font-semibold md:text-lg">发票抬头</legend>
      <div className="clear-both flex flex-col gap-2">
        {titles.map((title) => (
          <Choice key={title.id} title={title} chosen={title.id === value} onChoose={() => onChange(title.id)} />
        ))}
        {titles.length === 0 && !main && <p className="text-mute">还没有发票抬头，请联系企业主账号在“我的发票 - 发票抬头”中新增</p>}
        {main && titles.length < INVOICE_TITLES_PER_ENTERPRISE_MAX && (
          <Button look="line" size="sm" className="self-start" onClick={() => setAdding(true)}>
            <Plus className="size-4" aria-hidden />
            新增抬头
          </Button>
        )}
      </div>
      <p role={error === undefined ? undefined : 'alert'} className="mt-2 text-sm text-danger empty:hidden">
        {error}
      </p>
      <CreateOrEditInvoiceTitleDialog open={adding} onClose={() => setAdding(false)} onSaved={onChange} />
    </fieldset>
  )
}

function Choice({ title, chosen, onChoose }: { title: InvoiceTitle; chosen: boolean; onChoose: () => void }) {
  const { id, kind, name, taxNo, isDefault } = title
  return (
    <label
      className={`flex cursor-pointer items-start gap-2.5 rounded-control border px-3 py-2.5 hover:border-jade has-focus-visible:outline-2 has-focus-visible:outline-jade ${chosen ? 'border-jade bg-jade-tint' : 'border-line bg-white'}`}
    >
      <input type="radio" name="title" value={id} checked={chosen} onChange={onChoose} className="mt-1 accent-jade" />
      <span className="min-w-0">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium break-words">{name}</span>
          <InvoiceTitleKindTag kind={kind} />
          {isDefault && <span className="rounded-[3px] bg-jade px-1.5 text-xs text-white">默认</span>}
        </span>
        <span className="num block text-sm break-all text-mute">税号 {taxNo}</span>
      </span>
    </label>
  )
}

/** 专票 or 普票. */
export const InvoiceTitleKindTag = ({ kind }: Pick<InvoiceTitle, 'kind'>) => (
  <span className={`rounded-[3px] px-1.5 text-xs ${kind === 'SPECIAL' ? 'bg-steel-tint text-steel' : 'bg-line-soft text-mute'}`}>
    {invoiceTitleKinds[kind].short}
  </span>
)
