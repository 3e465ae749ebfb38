import { useLocation } from '@tanstack/react-router'
import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { displayName } from '../../contract/identity/shapes.ts'
import type { PermissionCode } from '../../contract/permissions.ts'
import { SwitchAccount } from '../identity/seats/switch-account.tsx'
import { LinkTabs } from '../parts/link-tabs.tsx'
import { Empty } from '../parts/states.tsx'
import { useUser } from '../session/use-session.ts'
import { CentreLayout } from '../user-center/centre-layout.tsx'
import { whyBlocked } from '../user-center/menu-view.ts'

const tabs = [
  { to: '/credit_account', label: '赊销额度', at: ['/credit_account', '/credit_account2'] },
  { to: '/credit_account_log', label: '用信记录', at: ['/credit_account_log', '/credit_account_log_detail'] },
  { to: '/credit_account_repayment_log', label: '还款记录', at: ['/credit_account_repayment_log'] },
] as const

/** The three views of the credit account (specification §2). */
export function CreditTabs() {
  const pathname = useLocation({ select: (location) => location.pathname })
  const shown = tabs.map(({ to, label, at }) => ({ to, label, current: at.some((path) => path === pathname) }))
  return <LinkTabs label="赊销账户" tabs={shown} />
}

interface Props {
  title: string
  needs: readonly PermissionCode[]
  actions?: ReactNode
  children: ReactNode
}

/** A page of the credit account. Whoever holds none of the codes is told which, and may switch to a company where he does. */
export function CreditFrame({ title, needs, actions, children }: Props) {
  const user = useUser()
  const blocked = user ? whyBlocked(user.permCode, needs) : null
  return (
    <CentreLayout title={title} actions={actions}>
      {blocked === null ? (
        children
      ) : (
        <div className="panel">
          <Empty icon={Lock} title={blocked} action={<CurrentAccount />} />
        </div>
      )}
    </CentreLayout>
  )
}

/** 当前账号：深圳市…公司 切换账号 */
export function CurrentAccount() {
  const user = useUser()
  if (!user) return null
  return (
    <p className="flex flex-wrap items-center justify-center gap-x-3 text-sm text-mute">
      <span>当前账号：{displayName(user)}</span>
      <SwitchAccount className="finger rounded-control font-medium text-jade hover:underline">切换账号</SwitchAccount>
    </p>
  )
}
