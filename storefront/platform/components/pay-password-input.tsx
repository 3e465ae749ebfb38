import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useEffect, useRef } from 'react'
import { Controller, useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { PaymentPassword } from '#contract/platform/core/fields.ts'
import { Refusal } from '#contract/platform/core/refusal.ts'
import { useUser } from '#storefront/platform/sessions/use-session.ts'
import { Button, ButtonLink } from './button.tsx'
import { SixDigitInput } from './six-digit-input.tsx'

const Form = z.object({ payPwd: PaymentPassword })

interface Props {
  /** The label of the button. */
  verb: string
  busy: boolean
  error: Error | null
  /** Shown with the link to set a payment password, if there is none yet. */
  hint?: string
  onPay: (payPwd: string) => void
}

/** The six digits of the payment password. A wrong one is reported below the boxes, which are then empty again. */
export function PaymentPasswordInput(props: Props) {
  const user = useUser()
  if (user?.payPwdSet === false)
    return (
      <div className="text-center">
        <p>您还没有设置支付密码</p>
        {props.hint !== undefined && <p className="mt-1 text-sm text-mute">{props.hint}</p>}
        <div className="mt-3 flex justify-center">
          <ButtonLink to="/setting_set_pay_pwd">去设置支付密码</ButtonLink>
        </div>
      </div>
    )
  return <Digits {...props} />
}

function Digits({ verb, busy, error, onPay }: Props) {
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
