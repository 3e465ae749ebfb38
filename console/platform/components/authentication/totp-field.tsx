import { Form, Input } from 'antd'
import { toFormRule } from '#console/platform/components/forms/rule.ts'
import { TotpCode } from '#contract/people/staff/staff-api.ts'

/** The six digits of an authenticator. Pasted spaces are accepted. */
export function TotpField({ focus = true, label = '动态口令' }: { focus?: boolean; label?: string }) {
  return (
    <Form.Item
      name="code"
      label={label}
      normalize={(typed: string) => typed.replace(/\s/g, '')}
      validateTrigger="onSubmit"
      rules={[toFormRule(TotpCode)]}
    >
      <Input className="num totp" inputMode="numeric" autoComplete="one-time-code" maxLength={7} autoFocus={focus} placeholder="6 位数字" />
    </Form.Item>
  )
}
