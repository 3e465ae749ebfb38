import { Alert, Button, Form, Input } from 'antd'
import type { ReactNode } from 'react'
import { Email, LoginPassword } from '../../contract/fields.ts'
import { BindTotp } from '../kit/bind-totp.tsx'
import { NewPasswordFields } from '../kit/form/new-password.tsx'
import { ruleOf } from '../kit/form/rule.ts'
import { TotpField } from '../kit/form/totp-field.tsx'
import type { Credentials } from '../session/session.ts'
import { Logo } from '../shell/logo.tsx'
import { stepTitles } from './login-view.ts'
import { type Door, useDoor } from './use-door.ts'

/** The door of the console. Once inside, the routes lead on to where the person wanted to go. */
export function Page() {
  const door = useDoor()
  return (
    <div className="login">
      <div className="login-stage" aria-hidden>
        <Logo size={56} />
        <p>岩锋工品</p>
        <span>运营后台</span>
      </div>
      <main className="login-form">
        <h1 aria-live="polite">{stepTitles[door.step]}</h1>
        <Steps door={door} />
      </main>
    </div>
  )
}

function Steps({ door }: { door: Door }) {
  if (door.step === 'newPwd')
    return (
      <Ask door={door} key="newPwd" submitText="继续">
        <p className="login-lead">{door.email} 使用的是初始密码。请设置只有您知道的密码，之后用它登录。</p>
        <NewPasswordFields focus />
      </Ask>
    )
  if (door.step === 'bind' && door.binding)
    return (
      <Ask door={door} key="bind" submitText="绑定并登录">
        <BindTotp {...door.binding} />
        <TotpField focus={false} />
      </Ask>
    )
  if (door.step === 'code')
    return (
      <Ask door={door} key="code" submitText="登录">
        <p className="login-lead">请输入 {door.email} 的身份验证器应用现在显示的口令。手机丢失时，请联系另一位管理员重置。</p>
        <TotpField />
      </Ask>
    )
  return (
    <Ask door={door} key="password" submitText="登录" first>
      <Form.Item name="email" label="邮箱" rules={[ruleOf(Email)]}>
        <Input type="email" autoComplete="username" autoFocus />
      </Form.Item>
      <Form.Item name="pwd" label="密码" rules={[ruleOf(LoginPassword)]}>
        <Input.Password autoComplete="current-password" />
      </Form.Item>
    </Ask>
  )
}

interface AskProps {
  door: Door
  submitText: string
  /** The first thing that is asked; there is no way back from it. */
  first?: boolean
  children: ReactNode
}

interface Typed extends Credentials {
  again?: string
}

function Ask({ door, submitText, first = false, children }: AskProps) {
  const { said, busy, submit, back, email } = door
  const [form] = Form.useForm<Typed>()
  // What is typed once more is for the form alone.
  const send = async ({ again: _, ...typed }: Partial<Typed>) => {
    await submit(typed)
    // A code opens once: whatever became of it, it is of no more use.
    form.resetFields(['code'])
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
      {said !== undefined && <Alert type="error" showIcon title={said} className="login-refused" role="alert" />}
      {children}
      <Button type="primary" htmlType="submit" block loading={busy}>
        {submitText}
      </Button>
      {!first && (
        <Button type="link" block onClick={back} className="login-back">
          换一个账号
        </Button>
      )}
    </Form>
  )
}
