import { UserCenterLayout } from '#storefront/people/user-center/centre-layout.tsx'
import { ButtonLink } from '#storefront/platform/components/button.tsx'
import { parseMonth } from '#storefront/platform/components/month-picker-view.ts'
import { EmptyState } from '#storefront/platform/components/states.tsx'
import { useSearch } from '#storefront/platform/routing/routing.tsx'
import { BillEntryView } from './bill-detail.tsx'
import { StatementView } from './statement-view.tsx'

/** /my_bill_detail: with ?month=2026-10 the statement of that month; with ?id= one bill. */
export function Page() {
  const { month: given, id } = useSearch()
  const month = parseMonth(given)
  return (
    <UserCenterLayout title={month === undefined ? '账单详情' : '月度账单'} actions={<BackToList month={month} />}>
      {month !== undefined ? <StatementView key={month} month={month} /> : id !== undefined ? <One id={id} /> : <NoSuch />}
    </UserCenterLayout>
  )
}

const BackToList = ({ month }: { month: string | undefined }) => (
  <ButtonLink to="/my_bill" search={month === undefined ? {} : { view: 'month' }} look="plain" size="sm">
    {month === undefined ? '全部账单明细' : '全部月度账单'}
  </ButtonLink>
)

const One = ({ id }: { id: string }) => (
  <section aria-label="账单" className="panel max-w-xl p-4 md:p-5">
    <BillEntryView id={id} />
  </section>
)

const NoSuch = () => (
  <div className="panel">
    <EmptyState title="请从账单明细中选择要查看的一笔" action={<ButtonLink to="/my_bill">我的账单</ButtonLink>} />
  </div>
)
