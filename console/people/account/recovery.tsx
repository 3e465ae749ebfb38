import { Alert, Button, Form } from 'antd'
import { useState } from 'react'
import {
  ReauthenticationFields,
  type ReauthenticationValues,
} from '#console/platform/components/authentication/reauthentication-fields.tsx'
import { Panel } from '#console/platform/components/panel.tsx'
import { Tag } from '#console/platform/components/tag.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { currentStaffApi, currentStaffQuery } from '#console/platform/sessions/session.ts'
import { RECOVERY_CODE_COUNT } from '#contract/people/staff/staff-api.ts'
import { toRecoveryCodesLeftStatus } from './recovery-view.ts'

/** The number of recovery codes that are left, and a button to create ten new ones. */
export function RecoveryCodesSection({ left, show }: { left: number; show: (codes: readonly string[]) => void }) {
  const [asking, setAsking] = useState(false)
  const { label, tone, warning } = toRecoveryCodesLeftStatus(left)
  return (
    <Panel title="恢复码" extra={<Tag tone={tone}>{label}</Tag>}>
      {warning && <Alert type="warning" showIcon title={warning} className="account-lead" />}
      <p className="mute account-lead">手机不在身边时，登录可以用一个恢复码代替动态口令，每个只能用一次。</p>
      {asking ? <Renew show={show} cancel={() => setAsking(false)} /> : <Button onClick={() => setAsking(true)}>重新生成</Button>}
    </Panel>
  )
}

function Renew({ show, cancel }: { show: (codes: readonly string[]) => void; cancel: () => void }) {
  const [form] = Form.useForm<Required<ReauthenticationValues>>()
  const renew = useApiMutation(currentStaffApi.renewRecoveryCodes, {
    invalidates: [currentStaffQuery.queryKey],
    successMessage: `已生成 ${RECOVERY_CODE_COUNT} 个新的恢复码，原有的已作废`,
    onSuccess: ({ recoveryCodes }) => show(recoveryCodes),
  })
  // A code is valid once, whatever the result is, so the field is cleared.
  const send = (proof: Required<ReauthenticationValues>) => renew.mutate(proof, { onError: () => form.resetFields(['code']) })
  return (
    <Form<Required<ReauthenticationValues>> form={form} layout="vertical" validateTrigger="onChange" onFinish={send}>
      <ReauthenticationFields label="登录密码" focus />
      <p className="account-acts">
        <Button type="primary" htmlType="submit" loading={renew.isPending}>
          生成新的恢复码
        </Button>
        <Button onClick={cancel}>取消</Button>
      </p>
    </Form>
  )
}
