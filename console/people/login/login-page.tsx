import { Alert, Button, Form, Input } from 'antd'
import type { ReactNode } from 'react'
import { BindTotpInstructions } from '#console/platform/components/authentication/bind-totp.tsx'
import { RecoveryCodeField } from '#console/platform/components/authentication/recovery-code-field.tsx'
import { NewRecoveryCodes } from '#console/platform/components/authentication/recovery-codes.tsx'
import { TotpField } from '#console/platform/components/authentication/totp-field.tsx'
import { NewPasswordFields } from '#console/platform/components/forms/new-password.tsx'
import { toFormRule } from '#console/platform/components/forms/rule.ts'
import { hasSessionExpired, type StaffCredentials } from '#console/platform/sessions/session.ts'
import { Logo } from '#console/platform/shell/logo.tsx'
import { Email, LoginPassword } from '#contract/platform/core/fields.ts'
import { mallProfile } from '#ui/mall.ts'
import { loginStepTitles } from './login-view.ts'
import { type LoginFlow, useLoginFlow } from './use-login-flow.ts'

/** The login page of the console. After the login, the routes open the screen that the person wanted. */
export function Page() {
  const flow = useLoginFlow()
  return (
    <div className="login">
      <div className="login-stage" aria-hidden>
        <Logo size={56} />
        <p>{mallProfile.shortName}</p>
        <span>运营后台</span>
      </div>
      <main className="login-form">
        <h1 aria-live="polite">{loginStepTitles[flow.step]}</h1>
        <Steps flow={flow} />
      </main>
    </div>
  )
}

function Steps({ flow }: { flow: LoginFlow }) {
  if (flow.step === 'newPwd')
    return (
      <LoginStepForm flow={flow} key="newPwd" submitText="继续">
        <p className="login-lead">{flow.email} 使用的是初始密码。请设置只有您知道的密码，之后用它登录。</p>
        <NewPasswordFields focus />
      </LoginStepForm>
    )
  if (flow.step === 'bind' && flow.binding)
    return (
      <LoginStepForm flow={flow} key="bind" submitText="绑定并登录">
        <BindTotpInstructions {...flow.binding} />
        <TotpField focus={false} />
      </LoginStepForm>
    )
  if (flow.step === 'code')
    return (
      <LoginStepForm flow={flow} key="code" submitText="登录" turn={{ to: 'recovery', text: '手机不在身边，使用恢复码' }}>
        <p className="login-lead">请输入 {flow.email} 的身份验证器应用现在显示的口令。</p>
        <TotpField />
      </LoginStepForm>
    )
  if (flow.step === 'recovery')
    return (
      <LoginStepForm flow={flow} key="recovery" submitText="登录" turn={{ to: 'code', text: '使用动态口令' }}>
        <p className="login-lead">
          请输入 {flow.email} 绑定手机时保存的一个恢复码，每个只能用一次。恢复码也没有时，请联系另一位管理员重置。
        </p>
        <RecoveryCodeField />
      </LoginStepForm>
    )
  if (flow.step === 'saved' && flow.entering?.recoveryCodes)
    return (
      <>
        <NewRecoveryCodes codes={flow.entering.recoveryCodes} email={flow.email} />
        <Button type="primary" size="large" block className="no-print" onClick={flow.entering.enter}>
          我已保存，进入后台
        </Button>
      </>
    )
  return (
    <LoginStepForm flow={flow} key="password" submitText="登录" first>
      {hasSessionExpired() && flow.message === undefined && (
        <Alert type="warning" showIcon title="登录已过期，请重新登录" className="login-refused" role="status" />
      )}
      <Form.Item name="email" label="邮箱" rules={[toFormRule(Email)]}>
        <Input type="email" autoComplete="username" autoFocus />
      </Form.Item>
      <Form.Item name="pwd" label="密码" rules={[toFormRule(LoginPassword)]}>
        <Input.Password autoComplete="current-password" />
      </Form.Item>
    </LoginStepForm>
  )
}

interface LoginStepFormProps {
  flow: LoginFlow
  submitText: string
  /** The first step. There is no step back from it. */
  first?: boolean
  /** Another way to prove the second factor. */
  turn?: { to: 'code' | 'recovery'; text: string }
  children: ReactNode
}

interface Typed extends StaffCredentials {
  again?: string
}

function LoginStepForm({ flow, submitText, first = false, turn, children }: LoginStepFormProps) {
  const { message, busy, submit, turnTo, back, email } = flow
  const [form] = Form.useForm<Typed>()
  // The repeated password is only checked in the form and not sent.
  const send = async ({ again: _, ...typed }: Partial<Typed>) => {
    await submit(typed)
    // A code is valid once, whatever the result is, so the field is cleared.
    form.resetFields(['code', 'recoveryCode'])
  }
  return (
    <Form<Typed>
      form={form}
      layout="vertical"
      size="large"
      requiredMark={false}
      validateTrigger="onChange"
      initialValues={{ email }}
      onFinish={(typed) => void send(typed)}
    >
      {message !== undefined && <Alert type="error" showIcon title={message} className="login-refused" role="alert" />}
      {children}
      <Button type="primary" htmlType="submit" block loading={busy}>
        {submitText}
      </Button>
      {turn && (
        <Button type="link" block onClick={() => turnTo(turn.to)} className="login-back">
          {turn.text}
        </Button>
      )}
      {!first && (
        <Button type="link" block onClick={back} className="login-back">
          换一个账号
        </Button>
      )}
    </Form>
  )
}
