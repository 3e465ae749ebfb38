import { Button, Form, Input } from 'antd'
import { ChannelsSection } from '#console/people/channels/channels-section.tsx'
import { NewPasswordFields } from '#console/platform/components/forms/new-password.tsx'
import { toFormRule } from '#console/platform/components/forms/rule.ts'
import { FactList, PageHead, Panel } from '#console/platform/components/panel.tsx'
import { LoadingPage } from '#console/platform/components/states.tsx'
import { useApiMutation } from '#console/platform/components/use-api-mutation.ts'
import { currentStaffApi } from '#console/platform/sessions/session.ts'
import { useCurrentStaff } from '#console/platform/sessions/use-staff.ts'
import { ShortcutKeysSwitch } from '#console/platform/shell/page-keys-switch.tsx'
import { formatAllRoles } from '#contract/people/staff/staff-api.ts'
import { LoginPassword } from '#contract/platform/core/fields.ts'
import { BindSecondFactorSection } from './second-factor.tsx'
import './account.css'

/** The person's own account: his data, the password, the second factor. */
export function Page() {
  const person = useCurrentStaff()
  if (!person) return <LoadingPage />
  return (
    <>
      <PageHead title="我的账号" />
      <div className="account">
        <Panel title="账号">
          <FactList
            facts={[
              ['姓名', person.name],
              ['邮箱', person.email],
              ['角色', formatAllRoles(person.roles, person.customRoles)],
            ]}
          />
          <p className="mute">姓名和角色由管理员在“员工”中修改。</p>
        </Panel>
        <BindSecondFactorSection person={person} />
        <ChannelsSection email={person.email} />
        <ChangePassword />
        <Panel title="快捷键">
          <ShortcutKeysSwitch />
        </Panel>
      </div>
    </>
  )
}

interface Passwords {
  oldPwd: string
  newPwd: string
}

function ChangePassword() {
  const [form] = Form.useForm<Passwords>()
  const change = useApiMutation(currentStaffApi.changePwd, {
    successMessage: '密码已修改，其他设备已退出登录',
    onSuccess: () => form.resetFields(),
  })
  return (
    <Panel title="修改登录密码">
      <Form<Passwords>
        form={form}
        layout="vertical"
        validateTrigger="onChange"
        onFinish={({ oldPwd, newPwd }) => change.mutate({ oldPwd, newPwd })}
      >
        <Form.Item name="oldPwd" label="原密码" required rules={[toFormRule(LoginPassword)]}>
          <Input.Password autoComplete="current-password" />
        </Form.Item>
        <NewPasswordFields />
        <Button type="primary" htmlType="submit" loading={change.isPending}>
          修改密码
        </Button>
      </Form>
    </Panel>
  )
}
