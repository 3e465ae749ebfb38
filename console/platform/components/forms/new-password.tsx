import { Form, Input } from 'antd'
import { LoginPassword } from '#contract/platform/core/fields.ts'
import { toFormRule } from './rule.ts'

/** A new password, typed twice because it is hidden. */
export function NewPasswordFields({ focus = false }: { focus?: boolean }) {
  const form = Form.useFormInstance()
  const same = async (_: unknown, typed: string | undefined) => {
    if ((typed ?? '') !== (form.getFieldValue('newPwd') ?? '')) throw new Error('两次输入的密码不一致')
  }
  return (
    <>
      <Form.Item
        name="newPwd"
        label="新密码"
        required
        rules={[toFormRule(LoginPassword)]}
        extra="6–20 位；不要用常见密码、邮箱名称或连续数字"
      >
        <Input.Password autoComplete="new-password" autoFocus={focus} />
      </Form.Item>
      <Form.Item name="again" label="再输入一次" required dependencies={['newPwd']} rules={[{ validator: same }]}>
        <Input.Password autoComplete="new-password" />
      </Form.Item>
    </>
  )
}
