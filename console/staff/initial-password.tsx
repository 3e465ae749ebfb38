import { Alert, Button } from 'antd'
import { KeyRound } from 'lucide-react'
import { minute } from '../../ui/format.ts'
import { CopyButton } from '../kit/copy-button.tsx'

/** A password that was told once, and by whom it is awaited. */
export interface Initial {
  email: string
  initialPwd: string
  initialUntil: Date
}

/** Shows an initial password until it is put away: nobody can show it again. */
export function InitialPassword({ initial, close }: { initial: Initial; close: () => void }) {
  const { email, initialPwd, initialUntil } = initial
  return (
    <Alert
      type="success"
      className="notice initial-password"
      icon={<KeyRound size={18} aria-hidden />}
      showIcon
      role="status"
      title={`${email} 的初始密码`}
      description={
        <>
          <p>
            <strong className="num">{initialPwd}</strong>
            <CopyButton text={initialPwd} label="复制初始密码" />
          </p>
          <p>
            只显示这一次，请转告本人。<span className="num">{minute(initialUntil)}</span> 前有效，首次登录须修改。
          </p>
        </>
      }
      action={<Button onClick={close}>我已转告</Button>}
    />
  )
}
