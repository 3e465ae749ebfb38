import { Form, Input } from 'antd'
import { toFormRule } from '#console/platform/components/forms/rule.ts'
import { useCurrentStaff } from '#console/platform/sessions/use-staff.ts'
import { LoginPassword } from '#contract/platform/core/fields.ts'
import { TotpField } from './totp-field.tsx'

/** The values that prove the person's identity again. */
export interface ReauthenticationValues {
  pwd?: string
  code?: string
}

/** The person's own password again, and the code of his authenticator if he has bound one. */
export function ReauthenticationFields({ focus = false, label = '您的登录密码' }: { focus?: boolean; label?: string }) {
  const secondFactor = useCurrentStaff()?.secondFactor === true
  return (
    <>
      <Form.Item name="pwd" label={label} required rules={[toFormRule(LoginPassword)]}>
        <Input.Password autoComplete="current-password" autoFocus={focus} />
      </Form.Item>
      {secondFactor && <TotpField focus={false} />}
    </>
  )
}
