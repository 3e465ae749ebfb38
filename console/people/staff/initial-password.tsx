import { Alert, Button } from 'antd'
import { KeyRound } from 'lucide-react'
import { CopyButton } from '#console/platform/components/copy-button.tsx'
import { formatShanghaiTimeToMinute } from '#ui/format.ts'

/** A password that is shown once, and the person it is for. */
export interface InitialPasswordResult {
  email: string
  initialPwd: string
  initialUntil: Date
  /** When it becomes valid, unless another administrator approves earlier; null: now. */
  takesEffectAt: Date | null
}

/** Shows an initial password until the dialog is closed. It cannot be shown again. */
export function InitialPasswordNotice({ initial, close }: { initial: InitialPasswordResult; close: () => void }) {
  const { email, initialPwd, initialUntil, takesEffectAt } = initial
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
          {takesEffectAt && (
            <p>
              另一位管理员同意后可用，无人处理则 <span className="num">{formatShanghaiTimeToMinute(takesEffectAt)}</span> 起可用。
            </p>
          )}
          <p>
            只显示这一次，请转告本人。<span className="num">{formatShanghaiTimeToMinute(initialUntil)}</span> 前有效，首次登录须修改。
          </p>
        </>
      }
      action={<Button onClick={close}>我已转告</Button>}
    />
  )
}
