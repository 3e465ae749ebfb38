import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import type { MemberPermissionCode } from '#contract/platform/core/permissions.ts'
import { UserCenterLayout } from '#storefront/people/user-center/centre-layout.tsx'
import { LinkTabs } from '#storefront/platform/components/link-tabs.tsx'
import { EmptyState } from '#storefront/platform/components/states.tsx'
import { useLocation } from '#storefront/platform/routing/routing.tsx'
import { usePermission } from '#storefront/platform/sessions/permissions/use-permission.ts'
import { CompanyGroupCard } from './company-groups/group-card.tsx'
import { useCreditOverview } from './credit-api.ts'
import { CurrentMembershipWithSwitchLink } from './current-account.tsx'
import { CreditNotOpened } from './not-opened.tsx'

const tabs = [
  { to: '/credit_account', label: '赊销额度', at: ['/credit_account', '/credit_account2'] },
  { to: '/credit_account_log', label: '用信记录', at: ['/credit_account_log', '/credit_account_log_detail'] },
  { to: '/credit_account_repayment_log', label: '还款记录', at: ['/credit_account_repayment_log'] },
] as const

/** The three views of the credit account (specification §2). */
export function CreditTabs() {
  const pathname = useLocation().pathname
  const shown = tabs.map(({ to, label, at }) => ({ to, label, current: at.some((path) => path === pathname) }))
  return <LinkTabs label="赊销账户" tabs={shown} />
}

interface Props {
  title: string
  needs: readonly MemberPermissionCode[]
  actions?: ReactNode
  children: ReactNode
}

/**
 * A page of the credit account. A member without any of the permission codes sees which are needed, and can switch to a company where he
 * has one. While the account is not opened, every page shows its state.
 */
export function CreditPageFrame({ title, needs, actions, children }: Props) {
  const { reason: denied } = usePermission(needs, 'own')
  return (
    <UserCenterLayout title={title} actions={actions}>
      {denied === undefined ? (
        <Opened>{children}</Opened>
      ) : (
        <div className="panel">
          <EmptyState icon={Lock} title={denied} action={<CurrentMembershipWithSwitchLink />} />
        </div>
      )}
    </UserCenterLayout>
  )
}

/** The content of the page. It loads at the same time as the state of the account. */
function Opened({ children }: { children: ReactNode }) {
  const { data } = useCreditOverview()
  if (data?.account !== null) return children
  return (
    <div className="flex flex-col gap-3 md:gap-4">
      <CompanyGroupCard />
      <CreditNotOpened />
    </div>
  )
}
