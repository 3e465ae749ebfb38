import { Alert, Button } from 'antd'
import { Printer } from 'lucide-react'
import { CopyButton } from '#console/platform/components/copy-button.tsx'
import { mallProfile } from '#ui/mall.ts'

/**
 * New recovery codes, to be copied or printed. They cannot be shown again. A printout contains only the codes and their owner. The caller
 * adds how they are closed.
 */
export function NewRecoveryCodes({ codes, email }: { codes: readonly string[]; email: string }) {
  return (
    <section className="recovery-codes" aria-label="恢复码">
      <Alert type="warning" showIcon className="no-print" title="只显示这一次，请现在保存" />
      <p>手机不在身边时，登录可以用一个恢复码代替动态口令。每个只能用一次。请打印或抄下来，与密码分开存放，不要存在这台电脑里。</p>
      <p className="recovery-whose">
        {mallProfile.name}运营后台 · {email}
      </p>
      <ol className="num">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <p className="recovery-acts no-print">
        <CopyButton text={codes.join('\n')} label="复制全部恢复码">
          复制
        </CopyButton>
        <Button type="text" size="small" icon={<Printer size={14} aria-hidden />} onClick={() => window.print()}>
          打印
        </Button>
      </p>
    </section>
  )
}
