import { Alert, Button, Form, Input } from 'antd'
import { useState } from 'react'
import { Email, LoginPassword } from '../../contract/fields.ts'
import { ruleOf } from '../kit/form/rule.ts'
import { logIn } from '../session/session.ts'
import { Logo } from '../shell/logo.tsx'

/** The door of the console. Once inside, the routes lead on to where the person wanted to go. */
export function Page() {
  return (
    <div className="login">
      <div className="login-stage" aria-hidden>
        <Logo size={56} />
        <p>岩锋工品</p>
        <span>运营后台</span>
      </div>
      <main className="login-form">
        <h1>登录运营后台</h1>
        <LoginForm />
      </main>
    </div>
  )
}

function LoginForm() {
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string>()
  const submit = async (given: { email: string; pwd: string }) => {
    setBusy(true)
    setRefused(undefined)
    await logIn(given).catch((error: unknown) => setRefused(error instanceof Error ? error.message : '登录失败，请稍后再试'))
    setBusy(false)
  }
  return (
    <Form layout="vertical" size="large" requiredMark={false} validateTrigger="onChange" onFinish={(given) => void submit(given)}>
      {refused !== undefined && <Alert type="error" showIcon title={refused} className="login-refused" role="alert" />}
      <Form.Item name="email" label="邮箱" rules={[ruleOf(Email)]}>
        <Input type="email" autoComplete="username" autoFocus />
      </Form.Item>
      <Form.Item name="pwd" label="密码" rules={[ruleOf(LoginPassword)]}>
        <Input.Password autoComplete="current-password" />
      </Form.Item>
      <Button type="primary" htmlType="submit" block loading={busy}>
        登录
      </Button>
    </Form>
  )
}
