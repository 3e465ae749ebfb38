import type { UseFormReturn } from 'react-hook-form'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import type { addressEndpoints } from '#contract/sites/address/api.ts'
import { TextField } from '#storefront/platform/components/field.tsx'

/** The fields for the receiver's name and mobile number. */
export function ReceiverFields({ form: { register, formState } }: { form: UseFormReturn<InputOf<typeof addressEndpoints.add>> }) {
  const { errors } = formState
  return (
    <div className="grid gap-x-4 gap-y-1 md:grid-cols-2">
      <TextField
        label="收货人"
        required
        autoComplete="name"
        maxLength={30}
        placeholder="请输入收货人"
        error={errors.name?.message}
        {...register('name')}
      />
      <TextField
        label="手机号"
        required
        type="tel"
        inputMode="numeric"
        autoComplete="tel-national"
        maxLength={11}
        placeholder="请输入手机号"
        error={errors.mobile?.message}
        {...register('mobile')}
      />
    </div>
  )
}
