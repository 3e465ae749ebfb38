import { useSearch } from '@tanstack/react-router'
import { Lock } from 'lucide-react'
import { ButtonLink } from '../parts/button.tsx'
import { monthIn } from '../parts/month-picker-view.ts'
import { Empty } from '../parts/states.tsx'
import { useUser } from '../session/use-session.ts'
import { CentreLayout } from '../user-center/centre-layout.tsx'
import { whyBlocked } from '../user-center/menu-view.ts'
import { Bill } from './bill-detail.tsx'
import { StatementView } from './statement-view.tsx'

/** /my_bill_detail: with ?month=2026-10 that month's statement; with ?id= one bill record. */
export function Page() {
  const { month: given, id } = useSearch({ strict: false })
  const month = monthIn(given)
  return (
    <CentreLayout title={month === undefined ? '账单详情' : '月度账单'} actions={<BackToList month={month} />}>
      {month !== undefined ? <Guarded month={month} /> : id !== undefined ? <One id={id} /> : <NoSuch />}
    </CentreLayout>
  )
}

const BackToList = ({ month }: { month: string | undefined }) => (
  <ButtonLink to="/my_bill" search={month === undefined ? {} : { view: 'month' }} look="plain" size="sm">
    {month === undefined ? '全部账单明细' : '全部月度账单'}
  </ButtonLink>
)

function Guarded({ month }: { month: string }) {
  const user = useUser()
  const blocked = user ? whyBlocked(user.permCode, ['applyLimit']) : null
  if (blocked === null) return <StatementView key={month} month={month} />
  return (
    <div className="panel">
      <Empty icon={Lock} title={blocked} action={<ButtonLink to="/my_bill">我的账单</ButtonLink>} />
    </div>
  )
}

const One = ({ id }: { id: string }) => (
  <section aria-label="账单" className="panel max-w-xl p-4 md:p-5">
    <Bill id={id} />
  </section>
)

const NoSuch = () => (
  <div className="panel">
    <Empty title="没有指明要看哪一笔账单" action={<ButtonLink to="/my_bill">我的账单</ButtonLink>} />
  </div>
)
