import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import { LoginPassword } from '../../contract/fields.ts'
import type { StaffDetail } from '../../contract/staff/staff-api.ts'
import { BindTotp } from '../kit/bind-totp.tsx'
import { ruleOf } from '../kit/form/rule.ts'
import { TotpField } from '../kit/form/totp-field.tsx'
import { Panel } from '../kit/panel.tsx'
import { Tag } from '../kit/tag.tsx'
import { useCall } from '../kit/use-call.ts'
import { staffApi, staffQuery } from '../session/session.ts'

/** Whether a telephone is bound, and how one is. Given up it is by another administrator alone. */
export function SecondFactor({ person: { email, secondFactor } }: { person: StaffDetail }) {
  const [binding, setBinding] = useState<{ url: string; secret: string }>()
  return (
    <Panel title="动态口令" extra={<Tag tone={secondFactor ? 'good' : 'wait'}>{secondFactor ? '已绑定' : '未绑定'}</Tag>}>
      {secondFactor && <p className="mute">登录时需要身份验证器应用显示的口令。更换或丢失手机时，请联系另一位管理员重置。</p>}
      {!secondFactor && !binding && <Begin email={email} done={setBinding} />}
      {!secondFactor && binding && <Confirm {...binding} />}
    </Panel>
  )
}

function Begin({ email, done }: { email: string; done: (binding: { url: string; secret: string }) => void }) {
  const begin = useCall(staffApi.bindTotp, { done })
  return (
    <Form<{ pwd: string }> layout="vertical" validateTrigger="onChange" onFinish={({ pwd }) => begin.mutate({ email, pwd })}>
      <p className="mute account-lead">绑定后，登录除密码外还需要手机上显示的口令：即使密码泄露，别人也进不来。</p>
      <Form.Item name="pwd" label="登录密码" required rules={[ruleOf(LoginPassword)]}>
        <Input.Password autoComplete="current-password" />
      </Form.Item>
      <Button htmlType="submit" loading={begin.isPending}>
        开始绑定
      </Button>
    </Form>
  )
}

function Confirm(binding: { url: string; secret: string }) {
  const [form] = Form.useForm<{ code: string }>()
  const confirm = useCall(staffApi.confirmTotp, { refresh: [staffQuery.queryKey], said: '动态口令已绑定，下次登录时使用' })
  const send = ({ code }: { code: string }) => confirm.mutate({ code }, { onError: () => form.resetFields() })
  return (
    <Form<{ code: string }> form={form} layout="vertical" onFinish={send}>
      <BindTotp {...binding} />
      <TotpField />
      <Button type="primary" htmlType="submit" loading={confirm.isPending}>
        完成绑定
      </Button>
    </Form>
  )
}
