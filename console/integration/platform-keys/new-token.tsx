import { Alert, Button } from 'antd'
import { KeyRound } from 'lucide-react'
import { CopyButton } from '#console/platform/components/copy-button.tsx'

/** Shows a new key until the notice is closed. It cannot be shown again. */
export function NewPlatformKeyNotice({ token, close }: { token: string; close: () => void }) {
  return (
    <Alert
      type="success"
      className="notice new-token"
      icon={<KeyRound size={18} aria-hidden />}
      showIcon
      role="status"
      title="密钥已创建"
      description={
        <>
          <p>
            <strong className="num">{token}</strong>
            <CopyButton text={token} label="复制密钥" />
          </p>
          <p>只显示这一次，请立即保存到需要对接的系统，不要发送给他人。</p>
        </>
      }
      action={<Button onClick={close}>我已保存</Button>}
    />
  )
}
