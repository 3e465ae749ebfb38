import type { CreditAccount } from '../../contract/credit/api.ts'
import { money, monthDay } from '../../ui/format.ts'
import { AmountRow, AmountRows } from '../parts/amount-rows.tsx'
import { ButtonLink } from '../parts/button.tsx'
import { Card } from '../parts/card.tsx'
import { useToday } from '../parts/use-now.ts'
import { useUser } from '../session/use-session.ts'
import { whyBlocked } from '../user-center/menu-view.ts'
import { type DrawnMonth, type Due, dueOf } from './credit-view.ts'

/** 还款: what is due next and when, what is late, the interest on it, and the sum. */
export function DuePanel({ account, months }: { account: CreditAccount; months: readonly DrawnMonth[] }) {
  const due = dueOf(account, months, useToday())
  const { expireInterestAmount, repayAmount } = account
  return (
    <Card title="还款" more={{ label: '还款记录', to: '/credit_account_repayment_log' }}>
      <NextDue due={due} />
      <AmountRows className="mt-4">
        <AmountRow name="逾期本金">
          <span className={due.overdue > 0 ? 'text-danger' : ''}>{money(due.overdue)}</span>
        </AmountRow>
        <AmountRow name="逾期利息">
          <span className={expireInterestAmount > 0 ? 'text-danger' : ''}>{money(expireInterestAmount)}</span>
        </AmountRow>
        <AmountRow name="待还总额" sum>
          <b className="text-lg">{money(repayAmount)}</b>
        </AmountRow>
      </AmountRows>
      {repayAmount > 0 && <Repay />}
    </Card>
  )
}

function Repay() {
  const user = useUser()
  const blocked = user ? whyBlocked(user.permCode, ['buyPay']) : null
  if (blocked !== null) return <p className="mt-4 text-sm text-mute">还款：{blocked}</p>
  return (
    <ButtonLink to="/credit_account_repayment_log" look="call" className="mt-4 w-full">
      去还款
    </ButtonLink>
  )
}

function NextDue({ due: { next } }: { due: Due }) {
  if (next === null) return <p className="rounded-control bg-paper px-4 py-3 text-mute">暂无待还的用信，次月10号还款</p>
  return (
    <p className="flex items-center justify-between gap-3 rounded-control bg-copper-tint px-4 py-3">
      <span>
        <b className="num block text-xl text-copper">{monthDay(next.day)}</b>
        <span className="text-xs text-mute">最近还款日（次月10号还款）</span>
      </span>
      <b className="num text-lg">{money(next.amount)}</b>
    </p>
  )
}
