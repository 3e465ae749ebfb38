import { CircleAlert } from 'lucide-react'
import type { Headroom, OwedNow } from '../../contract/statements/shapes.ts'
import { money } from '../../ui/format.ts'
import { AmountRow, AmountRows } from '../parts/amount-rows.tsx'
import { ButtonLink } from '../parts/button.tsx'
import { Card } from '../parts/card.tsx'
import { Loaded, Skeleton } from '../parts/states.tsx'
import { useToday } from '../parts/use-now.ts'
import { useUser } from '../session/use-session.ts'
import { whyBlocked } from '../user-center/menu-view.ts'
import { useHeadroom, useOwed } from './repay/repay-api.ts'
import { dayName, overdueOf } from './repay/repay-view.ts'

/** A band over everything else while a statement is overdue: how much, since when, what it costs, and the way out, unless one is there (`here`). */
export function OverdueBanner({ here = false }: { here?: boolean }) {
  const owed = useOwed()
  const late = owed.data ? overdueOf(owed.data) : null
  if (!late) return null
  return (
    <section
      aria-label="逾期提醒"
      className="flex flex-wrap items-center justify-between gap-3 rounded-panel border border-danger bg-danger-tint p-4 md:px-6"
    >
      <div className="flex gap-2.5">
        <CircleAlert className="mt-0.5 size-4.5 shrink-0 text-danger" aria-hidden />
        <div>
          <p className="font-medium">
            有逾期账单 <b className="num">{money(late.amount)}</b>，最早的 {late.month} 账单应于 <span className="num">{late.dueDay}</span>{' '}
            还款
          </p>
          <p className="mt-0.5 text-sm">
            逾期利息 <b className="num">{money(late.interest)}</b>，按日计收；逾期超过宽限期会暂停新的赊销支付，其他支付方式不受影响。
          </p>
        </div>
      </div>
      {!here && (
        <ButtonLink to="/credit_account_repayment_log" search={{ repay: 'now' }} look="call">
          去还款
        </ButtonLink>
      )}
    </section>
  )
}

/** 还款: what is due next and when, what is late, the interest on it, what is in dispute, and the sum. */
export function DuePanel() {
  const owed = useOwed()
  return (
    <Card title="还款" more={{ label: '还款记录', to: '/credit_account_repayment_log' }}>
      <Loaded from={owed} skeleton={<Skeleton className="h-64" />}>
        {(found) => <Dues owed={found} />}
      </Loaded>
    </Card>
  )
}

function Dues({ owed }: { owed: OwedNow }) {
  const headroom = useHeadroom()
  const late = overdueOf(owed)
  const { interest, disputed, total } = owed
  return (
    <>
      <NextDue next={headroom.data?.nextDue ?? null} />
      <AmountRows className="mt-4">
        <AmountRow name="逾期本金">
          <span className={late ? 'text-danger' : ''}>{money(late?.amount ?? (0 as typeof total))}</span>
        </AmountRow>
        <AmountRow name="逾期利息">
          <span className={interest > 0 ? 'text-danger' : ''}>{money(interest)}</span>
        </AmountRow>
        {disputed > 0 && <AmountRow name="异议中（暂不到期）">{money(disputed)}</AmountRow>}
        <AmountRow name="待还总额" sum>
          <b className="text-lg">{money(total)}</b>
        </AmountRow>
      </AmountRows>
      {total > 0 && <Repay />}
    </>
  )
}

function Repay() {
  const user = useUser()
  const blocked = user ? whyBlocked(user.permCode, ['buyPay']) : null
  if (blocked !== null) return <p className="mt-4 text-sm text-mute">还款：{blocked}</p>
  return (
    <ButtonLink to="/credit_account_repayment_log" search={{ repay: 'now' }} look="call" className="mt-4 w-full">
      去还款
    </ButtonLink>
  )
}

function NextDue({ next }: { next: Headroom['nextDue'] }) {
  const today = useToday()
  if (next === null) return <p className="rounded-control bg-paper px-4 py-3 text-mute">暂无待还的用信，次月10号还款</p>
  return (
    <p className="flex items-center justify-between gap-3 rounded-control bg-copper-tint px-4 py-3">
      <span>
        <b className="num block text-xl text-copper">{dayName(next.day, today)}</b>
        <span className="text-xs text-mute">最近还款日（次月10号还款）</span>
      </span>
      <b className="num text-lg">{money(next.amount)}</b>
    </p>
  )
}
