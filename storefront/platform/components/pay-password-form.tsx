import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useEffect, useRef } from 'react'
import { Controller, useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { PaymentPassword } from '#contract/platform/core/fields.ts'
import { Refusal } from '#contract/platform/core/refusal.ts'
import { Button, ButtonLink } from './button.tsx'
import { SixDigitInput } from './six-digit-input.tsx'

const Form = z.object({ payPwd: PaymentPassword })

export interface PaymentPasswordProps {
  /** The label of the button. */
  verb: string
  busy: boolean
  error: Error | null
  onPay: (payPwd: string) => void
}

/** The boxes of the payment password and the button below them. */
export function PaymentPasswordForm({ verb, busy, error, onPay }: PaymentPasswordProps) {
  const boxes = useRef<{ focus: () => void }>(null)
  const { control, handleSubmit, reset, formState } = useForm<z.output<typeof Form>>({
    resolver: standardSchemaResolver(Form),
    mode: 'onChange',
    defaultValues: { payPwd: '' },
  })
  useEffect(() => boxes.current?.focus(), [])
  useEffect(() => {
    if (!error) return
    reset()
    boxes.current?.focus()
  }, [error, reset])
  const locked = error instanceof Refusal && error.reason === 'PAY_PASSWORD_LOCKED'
  const fault = error?.message ?? (formState.isSubmitted ? formState.errors.payPwd?.message : undefined)
  return (
    <form onSubmit={handleSubmit(({ payPwd }) => onPay(payPwd))} noValidate>
      <Controller
        control={control}
        name="payPwd"
        render={({ field }) => (
          <SixDigitInput
            ref={boxes}
            label="支付密码"
            value={field.value}
            onChange={field.onChange}
            disabled={locked}
            readOnly={busy}
            fault={fault}
          />
        )}
      />
      <Button type="submit" look="call" size="lg" className="mt-3 w-full" busy={busy} disabled={locked}>
        {verb}
      </Button>
      <p className="mt-3 text-center text-sm">
        <ButtonLink to="/setting_set_pay_pwd" look="plain">
          {locked ? '重设支付密码' : '忘记支付密码'}
        </ButtonLink>
      </p>
    </form>
  )
}
