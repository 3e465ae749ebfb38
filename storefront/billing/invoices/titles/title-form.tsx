import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import type * as z from 'zod/mini'
import { type InvoiceTitleKind, invoiceTitleKinds } from '#contract/billing/invoices/invoice-lifecycle.ts'
import { CreateInvoiceTitleInput, type InvoiceTitle } from '#contract/billing/invoices/shapes.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { Refusal } from '#contract/platform/core/refusal.ts'
import { INVOICE_TITLE_QUERY_KEY, invoiceTitleApi, useInvoiceTitlePrefill } from '#storefront/billing/invoices/invoice-api.ts'
import { Checkbox } from '#storefront/platform/components/checkbox.tsx'
import { Modal } from '#storefront/platform/components/dialog.tsx'
import { TextField } from '#storefront/platform/components/field.tsx'
import { FormButtons } from '#storefront/platform/components/form-buttons.tsx'
import { showNotice } from '#storefront/platform/components/notify.ts'
import { QueryContent, Skeleton } from '#storefront/platform/components/states.tsx'
import { usePersistedForm } from '#storefront/platform/components/use-persisted-form.ts'
import { HANDLED_AT_FIELD, useApiMutation } from '#storefront/platform/sessions/use-call.ts'

type Values = z.input<typeof CreateInvoiceTitleInput>
type Filled = z.output<typeof CreateInvoiceTitleInput>

interface Props {
  /** The title to change; undefined: a new one. */
  known?: InvoiceTitle | undefined
  open: boolean
  onClose: () => void
  onSaved?: (id: string) => void
}

/** 发票抬头: two fields for 普票, six for 专票. A new one is filled with the verified data of the enterprise. */
export function CreateOrEditInvoiceTitleDialog({ open, known, onClose, onSaved }: Props) {
  const prefill = useInvoiceTitlePrefill(open && known === undefined)
  return (
    <Modal open={open} onClose={onClose} title={known ? '修改发票抬头' : '新增发票抬头'} wide>
      {known ? (
        <TitleForm id={known.id} begin={known} onClose={onClose} onSaved={onSaved} />
      ) : (
        <QueryContent from={prefill} skeleton={<Skeleton className="h-72" />}>
          {(begin) => <TitleForm begin={begin} onClose={onClose} onSaved={onSaved} />}
        </QueryContent>
      )}
    </Modal>
  )
}

interface FormProps {
  id?: string
  begin: Partial<InvoiceTitle>
  onClose: () => void
  onSaved: ((id: string) => void) | undefined
}

const valuesOf = ({ kind = 'NORMAL', name = '', taxNo = '', isDefault = false, ...rest }: Partial<InvoiceTitle>): Values => ({
  kind,
  name,
  taxNo,
  isDefault,
  address: rest.address ?? '',
  phone: rest.phone ?? '',
  bank: rest.bank ?? '',
  accountNo: rest.accountNo ?? '',
})

function TitleForm({ id, begin, onClose, onSaved }: FormProps) {
  const [form, sent] = usePersistedForm<Values, unknown, Filled>(`title ${id}`, {
    resolver: standardSchemaResolver(CreateInvoiceTitleInput),
    mode: 'onTouched',
    defaultValues: valuesOf(begin),
  })
  const save = async (title: Filled) => {
    if (id === undefined) return (await invoiceTitleApi.add(title)).id
    await invoiceTitleApi.modify({ id, ...title })
    return id
  }
  const saving = useApiMutation(save, {
    clearStoredForm: sent,
    invalidates: [INVOICE_TITLE_QUERY_KEY],
    onSuccess: (saved) => {
      showNotice('发票抬头已保存')
      onSaved?.(saved)
      onClose()
    },
    onError: (error) => {
      const field = error instanceof Refusal ? error.detail.field : undefined
      if (field !== 'name' && field !== 'taxNo') return undefined
      form.setError(field, { message: error.message }, { shouldFocus: true })
      return HANDLED_AT_FIELD
    },
  })
  return (
    <form
      noValidate
      onSubmit={(event) => {
        // React passes the submit event on to the form for the invoice, which may be around this one.
        event.stopPropagation()
        void form.handleSubmit((title) => saving.mutate(title))(event)
      }}
    >
      <Controller
        control={form.control}
        name="kind"
        render={({ field: { value, onChange } }) => <Kinds value={value} onChange={onChange} />}
      />
      <Fields form={form} />
      <Controller
        control={form.control}
        name="isDefault"
        render={({ field: { value, onChange } }) => (
          <Checkbox label="设为默认抬头" value={value ? 'all' : 'none'} onChange={onChange}>
            设为默认抬头
          </Checkbox>
        )}
      />
      <FormButtons submit="保存" busy={saving.isPending} onCancel={onClose} />
    </form>
  )
}

const kindHints: Record<InvoiceTitleKind, string> = { NORMAL: '抬头和税号', SPECIAL: '可抵扣进项税，须为已认证的企业' }

const Kinds = ({ value, onChange }: { value: InvoiceTitleKind; onChange: (kind: InvoiceTitleKind) => void }) => (
  <fieldset className="mb-4">
    <legend className="mb-1 text-sm text-mute">发票类型</legend>
    <div className="grid gap-2 md:grid-cols-2 md:gap-3">
      {keysOf(invoiceTitleKinds).map((kind) => (
        <label
          key={kind}
          className={`flex cursor-pointer items-start gap-2.5 rounded-control border px-3 py-2.5 hover:border-jade has-focus-visible:outline-2 has-focus-visible:outline-jade ${kind === value ? 'border-jade bg-jade-tint' : 'border-line bg-white'}`}
        >
          <input
            type="radio"
            name="kind"
            value={kind}
            checked={kind === value}
            onChange={() => onChange(kind)}
            className="mt-1 accent-jade"
          />
          <span>
            <span className="block font-medium">{invoiceTitleKinds[kind].label}</span>
            <span className="block text-xs text-mute">{kindHints[kind]}</span>
          </span>
        </label>
      ))}
    </div>
  </fieldset>
)

function Fields({ form: { register, control, formState } }: { form: UseFormReturn<Values, unknown, Filled> }) {
  const special = useWatch({ control, name: 'kind' }) === 'SPECIAL'
  const { errors } = formState
  const field = (name: 'name' | 'taxNo' | 'address' | 'phone' | 'bank' | 'accountNo') => ({
    ...register(name),
    error: errors[name]?.message,
    required: true,
    autoComplete: 'off',
  })
  return (
    <div className="grid gap-x-4 md:grid-cols-2">
      <TextField label="发票抬头" maxLength={100} placeholder="企业全称" {...field('name')} />
      <TextField label="税号" maxLength={18} placeholder="18 位统一社会信用代码" className="num uppercase" {...field('taxNo')} />
      {special && (
        <>
          <TextField label="注册地址" maxLength={100} placeholder="营业执照上的地址" {...field('address')} />
          <TextField label="注册电话" type="tel" maxLength={30} placeholder="如 0755-12345678" className="num" {...field('phone')} />
          <TextField label="开户银行" maxLength={60} placeholder="精确到支行" {...field('bank')} />
          <TextField label="银行账号" inputMode="numeric" maxLength={40} className="num" {...field('accountNo')} />
        </>
      )}
    </div>
  )
}
