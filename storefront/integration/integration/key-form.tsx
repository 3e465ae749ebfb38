import type { FormEvent } from 'react'
import { API_KEY_ADDRESSES_MAX, apiKeyFields, apiKeyPermissionCodes } from '#contract/integration/integration/shapes.ts'
import { permissions } from '#contract/platform/core/permissions.ts'
import { Checkbox } from '#storefront/platform/components/checkbox.tsx'
import { DayField } from '#storefront/platform/components/day/day-field.tsx'
import { TextAreaField, TextField } from '#storefront/platform/components/field.tsx'
import { FormButtons } from '#storefront/platform/components/form-buttons.tsx'
import { PaymentPasswordInput } from '#storefront/platform/components/pay-password-input.tsx'
import { type FormFieldError, useFormWithPaymentPassword } from '#storefront/platform/components/use-form-with-pay-password.ts'
import { useToday } from '#storefront/platform/components/use-now.ts'
import { apiKeyApi, invalidatedByApiKeyOrWebhook } from './integration-api.ts'

type MachineCode = (typeof apiKeyPermissionCodes)[number]
interface Draft {
  name: string
  permCodes: MachineCode[]
  /** One address per line. */
  addresses: string
  expiresOn: string
}

const reads: Record<MachineCode, string> = { lookOrder: '订单、包裹与物流、发票、询价单', applyLimit: '月账单及赊销明细' }
const splitLines = (text: string): string[] => text.split(/[\s,，;；]+/).filter(Boolean)

interface Props {
  close: () => void
  done: (token: string) => void
}

const inputOf = ({ name, permCodes, addresses, expiresOn }: Draft) => ({
  name: name.trim(),
  permCodes,
  addresses: splitLines(addresses),
  expiresOn: expiresOn === '' ? null : expiresOn,
})

/** The form for a new key: first the permissions, then the payment password. Errors of the first part are shown there. */
export function CreateApiKeyForm({ close, done }: Props) {
  const { password, ...form } = useFormWithPaymentPassword<Draft, ReturnType<typeof inputOf>, { token: string }>({
    name: 'key',
    begin: () => ({ name: '', permCodes: ['lookOrder'], addresses: '', expiresOn: '' }),
    toInput: inputOf,
    rules: apiKeyFields,
    invalidates: invalidatedByApiKeyOrWebhook,
    send: (given) => apiKeyApi.add(given, { shownOnce: true }),
    onSuccess: ({ token }) => done(token),
  })
  if (password) return <PaymentPasswordInput verb="创建密钥" {...password} />
  return <Fields {...form} close={close} />
}

interface FieldsProps {
  draft: Draft
  fault: FormFieldError | undefined
  set: (change: Partial<Draft>) => void
  close: () => void
  next: (event: FormEvent) => void
}

function Fields({ draft, fault, set, close, next }: FieldsProps) {
  const today = useToday()
  const errorOf = (name: keyof Draft) => (fault?.field === name ? fault.message : undefined)
  const { permCodes } = draft
  const toggle = (code: MachineCode, checked: boolean) =>
    set({ permCodes: apiKeyPermissionCodes.filter((one) => (one === code ? checked : permCodes.includes(one))) })
  return (
    <form onSubmit={next}>
      <TextField
        label="名称"
        required
        maxLength={30}
        placeholder="如：用友 U8 对接"
        value={draft.name}
        error={errorOf('name')}
        onChange={({ target }) => set({ name: target.value })}
      />
      <fieldset className="mb-4">
        <legend className="mb-1 text-sm text-mute">
          <span className="mr-0.5 text-danger">*</span>可以读取
        </legend>
        <div className="flex flex-col gap-3">
          {apiKeyPermissionCodes.map((code) => (
            <Checkbox
              key={code}
              label={permissions[code].label}
              value={permCodes.includes(code) ? 'all' : 'none'}
              onChange={(checked) => toggle(code, checked)}
            >
              <span>
                {permissions[code].label} <span className="text-sm text-mute">{reads[code]}</span>
              </span>
            </Checkbox>
          ))}
        </div>
      </fieldset>
      <TextAreaField
        label="允许的来源 IP（选填）"
        placeholder={'203.0.113.7\n10.1.0.0/16'}
        value={draft.addresses}
        error={errorOf('addresses')}
        hint={`每行一个地址或网段，最多 ${API_KEY_ADDRESSES_MAX} 个；不填则不限`}
        onChange={({ target }) => set({ addresses: target.value })}
      />
      <DayField
        label="到期日（选填）"
        min={today}
        value={draft.expiresOn}
        error={errorOf('expiresOn')}
        hint="到期当天结束后失效；不填则长期有效"
        onChange={(expiresOn) => set({ expiresOn })}
      />
      {fault !== undefined && !(String(fault.field) in draft) && (
        <p role="alert" className="text-sm text-danger">
          {fault.message}
        </p>
      )}
      <FormButtons submit="下一步" busy={false} disabled={draft.name.trim() === '' || permCodes.length === 0} onCancel={close} />
    </form>
  )
}
