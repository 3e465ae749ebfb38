import { UserCenterLayout } from '#storefront/people/user-center/centre-layout.tsx'
import { type LinkTab, LinkTabs } from '#storefront/platform/components/link-tabs.tsx'
import { useNavigate, useSearch } from '#storefront/platform/routing/routing.tsx'
import { usePermission } from '#storefront/platform/sessions/permissions/use-permission.ts'
import { AccountStatementView } from './account-statement.tsx'
import { BillEntryDetailDialog } from './bill-detail.tsx'
import { BillEntryList } from './bill-records.tsx'
import { MonthlyStatementList } from './statements.tsx'

/** /my_bill: all movements of wallet and debt, with ?view=month the monthly statements, or with ?view=account the accounts over any period. `id` opens one bill over the list. */
export function Page() {
  const { view, id } = useSearch()
  const navigate = useNavigate()
  const maySeeCredit = usePermission('applyLimit').reason === undefined
  const [months, accounts] = [view === 'month', view === 'account']
  const show = (next: string | undefined) =>
    void navigate({ to: '.', search: (was) => ({ ...was, id: next }), replace: next === undefined, resetScroll: false })
  const tabs: LinkTab[] = [
    { to: '/my_bill', label: '账单明细', current: !months && !accounts },
    ...(maySeeCredit ? [{ to: '/my_bill' as const, label: '月度账单', search: { view: 'month' }, current: months }] : []),
    { to: '/my_bill', label: '往来对账', search: { view: 'account' }, current: accounts },
  ]
  return (
    <UserCenterLayout title="我的账单">
      <LinkTabs label="我的账单" tabs={tabs} />
      {accounts ? <AccountStatementView /> : months ? <MonthlyStatementList /> : <BillEntryList onShow={show} />}
      <BillEntryDetailDialog id={id} onClose={() => show(undefined)} />
    </UserCenterLayout>
  )
}
