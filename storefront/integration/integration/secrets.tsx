import { CircleAlert } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#storefront/platform/components/button.tsx'
import { CopyableText } from '#storefront/platform/components/copyable.tsx'
import { PaymentPasswordInput } from '#storefront/platform/components/pay-password-input.tsx'
import { SelectField } from '#storefront/platform/components/select/select-field.tsx'
import { toLabelOptions } from '#storefront/platform/components/select/select-options.ts'
import { handleRefusalAtPaymentPassword, useApiMutation } from '#storefront/platform/sessions/use-call.ts'
import { invalidatedByApiKeyOrWebhook } from './integration-api.ts'

/** Shows a key or a secret. It cannot be shown again. */
export function ShowSecretOncePanel({ what, text, next, close }: { what: string; text: string; next: string; close: () => void }) {
  return (
    <div>
      <p role="status" className="flex gap-2 rounded-control bg-copper-tint px-3 py-2 text-sm text-copper">
        <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
        {what}只显示这一次，关闭后无法再查看，请立即保存到贵公司的系统中。
      </p>
      <div className="my-4 rounded-control border border-line bg-paper px-3 py-2 break-all">
        <CopyableText text={text} what={what} />
      </div>
      <p className="text-sm text-mute">{next}</p>
      <div className="mt-4 flex justify-end">
        <Button onClick={close}>我已保存</Button>
      </div>
    </div>
  )
}

const overlaps = { '1': '1 小时', '24': '1 天', '168': '7 天' } as const
type Hours = 1 | 24 | 168

interface Props {
  /** 密钥, 签名密钥. */
  what: string
  rotate: (given: { overlapHours: Hours; payPwd: string }) => Promise<string>
  done: (secret: string) => void
}

/** Rotates a key or a secret: how long the old one stays valid, and the payment password. */
export function RotateSecretForm({ what, rotate, done }: Props) {
  const [hours, setHours] = useState<Hours>(24)
  const [fault, setFault] = useState<Error | null>(null)
  const change = useApiMutation((payPwd: string) => rotate({ overlapHours: hours, payPwd }), {
    invalidates: invalidatedByApiKeyOrWebhook,
    onSuccess: done,
    onError: (error) => {
      setFault(error)
      return handleRefusalAtPaymentPassword(error)
    },
  })
  return (
    <>
      <SelectField
        label={`旧${what}继续有效`}
        value={`${hours}`}
        hint="请在此期间更换为新的，到期后旧的失效"
        options={toLabelOptions(overlaps)}
        onChange={(value) => setHours(Number(value) as Hours)}
      />
      <PaymentPasswordInput verb={`更换${what}`} busy={change.isPending} error={fault} onPay={(payPwd) => change.mutate(payPwd)} />
    </>
  )
}
