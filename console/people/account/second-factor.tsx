import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import { BindTotpInstructions } from '#console/platform/components/authentication/bind-totp.tsx'
import { NewRecoveryCodes } from '#console/platform/components/authentication/recovery-codes.tsx'
import { TotpField } from '#console/platform/components/authentication/totp-field.tsx'
import { toFormRule } from '#console/platform/components/forms/rule.ts'
import { Panel } from '#console/platform/components/panel.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { currentStaffApi, currentStaffQuery } from '#console/platform/sessions/session.ts'
import type { CurrentStaff } from '#contract/people/staff/staff-api.ts'
import { LoginPassword } from '#contract/platform/core/fields.ts'
import { RecoveryCodesSection } from './recovery.tsx'

/** Whether a second factor is bound, how to bind one, and the recovery codes. Only another administrator can remove it. */
export function BindSecondFactorSection({ person }: { person: CurrentStaff }) {
  const { email, secondFactor } = person
  const [binding, setBinding] = useState<{ url: string; secret: string }>()
  const [codes, setCodes] = useState<readonly string[]>()
  return (
    <>
      <Panel title="动态口令" extra={<Tag tone={secondFactor ? 'good' : 'wait'}>{secondFactor ? '已绑定' : '未绑定'}</Tag>}>
        {secondFactor && <p className="mute">登录时需要身份验证器应用显示的口令。更换或丢失手机时，请联系另一位管理员重置。</p>}
        {!secondFactor && !binding && <Begin email={email} done={setBinding} />}
        {!secondFactor && binding && <Confirm {...binding} done={setCodes} />}
      </Panel>
      {codes && (
        <Panel title="恢复码">
          <NewRecoveryCodes codes={codes} email={email} />
          <Button type="primary" className="no-print" onClick={() => setCodes(undefined)}>
            我已保存
          </Button>
        </Panel>
      )}
      {secondFactor && !codes && <RecoveryCodesSection left={person.recoveryCodesLeft} show={setCodes} />}
    </>
  )
}

function Begin({ email, done }: { email: string; done: (binding: { url: string; secret: string }) => void }) {
  const begin = useApiMutation(currentStaffApi.bindTotp, { onSuccess: done })
  return (
    <Form<{ pwd: string }> layout="vertical" validateTrigger="onChange" onFinish={({ pwd }) => begin.mutate({ email, pwd })}>
      <p className="mute account-lead">绑定后，登录除密码外还需要手机上显示的口令：即使密码泄露，别人也进不来。</p>
      <Form.Item name="pwd" label="登录密码" required rules={[toFormRule(LoginPassword)]}>
        <Input.Password autoComplete="current-password" />
      </Form.Item>
      <Button htmlType="submit" loading={begin.isPending}>
        开始绑定
      </Button>
    </Form>
  )
}

function Confirm({ url, secret, done }: { url: string; secret: string; done: (codes: readonly string[]) => void }) {
  const [form] = Form.useForm<{ code: string }>()
  const confirm = useApiMutation(currentStaffApi.confirmTotp, {
    invalidates: [currentStaffQuery.queryKey],
    successMessage: '动态口令已绑定，下次登录时使用',
    onSuccess: ({ recoveryCodes }) => done(recoveryCodes),
  })
  const send = ({ code }: { code: string }) => confirm.mutate({ code }, { onError: () => form.resetFields() })
  return (
    <Form<{ code: string }> form={form} layout="vertical" onFinish={send}>
      <BindTotpInstructions url={url} secret={secret} />
      <TotpField />
      <Button type="primary" htmlType="submit" loading={confirm.isPending}>
        完成绑定
      </Button>
    </Form>
  )
}
