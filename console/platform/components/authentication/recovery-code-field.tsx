import { Form, Input } from 'antd'
import { toFormRule } from '#console/platform/components/forms/rule.ts'
import { RecoveryCode } from '#contract/people/staff/staff-api.ts'

/** One of the recovery codes from when the authenticator was bound. */
export function RecoveryCodeField() {
  return (
    <Form.Item name="recoveryCode" label="恢复码" validateTrigger="onSubmit" rules={[toFormRule(RecoveryCode)]}>
      <Input
        className="num totp"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={20}
        autoFocus
        placeholder="XXXXX-XXXXX"
      />
    </Form.Item>
  )
}
