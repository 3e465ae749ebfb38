import { CircleAlert } from 'lucide-react'
import type { DebtOverview } from '#contract/money/statements/shapes.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { AmountRow, AmountRows } from '#storefront/platform/components/amount-rows.tsx'
import { ButtonLink } from '#storefront/platform/components/button.tsx'
import { Card } from '#storefront/platform/components/card.tsx'
import { NOTHING_DUE_TEXT, toNextDueView } from '#storefront/platform/components/next-due-view.ts'
import { QueryContent, Skeleton } from '#storefront/platform/components/states.tsx'
import { useToday } from '#storefront/platform/components/use-now.ts'
import { usePermission } from '#storefront/platform/sessions/permissions/use-permission.ts'
import { useDebtOverview } from './repay/repay-api.ts'
import { computeOverdueAmount } from './repay/repay-view.ts'

/** A banner while a statement is overdue: the amount, since when, the interest, and a link to repay. With `here` the link is omitted. */
export function OverdueBanner({ here = false }: { here?: boolean }) {
  const owed = useDebtOverview()
  const today = useToday()
  const late = owed.data ? computeOverdueAmount(owed.data, today) : null
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
            有逾期账单 <b className="num">{formatMoney(late.amount)}</b>，最早的 {late.month} 账单应于{' '}
            <span className="num">{late.dueDay}</span> 还款
          </p>
          <p className="mt-0.5 text-sm">
            逾期利息 <b className="num">{formatMoney(late.interest)}</b>，按日计收；逾期超过宽限期会暂停新的赊销支付，其他支付方式不受影响。
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

/** 还款: what is due next and when, what is overdue with its interest, what is in dispute, and the total. */
export function DueRepaymentsPanel() {
  const owed = useDebtOverview()
  return (
    <Card title="还款" more={{ label: '还款记录', to: '/credit_account_repayment_log' }}>
      <QueryContent from={owed} skeleton={<Skeleton className="h-64" />}>
        {(found) => <Dues owed={found} />}
      </QueryContent>
    </Card>
  )
}

function Dues({ owed }: { owed: DebtOverview }) {
  const late = computeOverdueAmount(owed, useToday())
  const { interest, toRecover, disputed, total } = owed
  return (
    <>
      <NextDue next={owed.nextDue} />
      <AmountRows className="mt-4">
        <AmountRow name="逾期本金">
          <span className={late ? 'text-danger' : ''}>{formatMoney(late?.amount ?? (0 as typeof total))}</span>
        </AmountRow>
        <AmountRow name="逾期利息">
          <span className={interest > 0 ? 'text-danger' : ''}>{formatMoney(interest)}</span>
        </AmountRow>
        {toRecover > 0 && (
          <AmountRow name="已核销待追偿">
            <span className="text-danger">{formatMoney(toRecover)}</span>
          </AmountRow>
        )}
        {disputed > 0 && <AmountRow name="异议中未还（暂不到期）">{formatMoney(disputed)}</AmountRow>}
        <AmountRow name="待还总额" sum>
          <b className="text-lg">{formatMoney(total)}</b>
        </AmountRow>
      </AmountRows>
      {total > 0 && <Repay />}
    </>
  )
}

function Repay() {
  const { reason: denied } = usePermission('buyPay', 'own')
  if (denied !== undefined) return <p className="mt-4 text-sm text-mute">还款：{denied}</p>
  return (
    <ButtonLink to="/credit_account_repayment_log" search={{ repay: 'now' }} look="call" className="mt-4 w-full">
      去还款
    </ButtonLink>
  )
}

/** 最近还款, in the same form as on all other screens. */
function NextDue({ next }: { next: DebtOverview['nextDue'] }) {
  const view = toNextDueView(next, useToday())
  if (view === null) return <p className="rounded-control bg-paper px-4 py-3 text-mute">{NOTHING_DUE_TEXT}</p>
  const late = view.tone === 'late'
  return (
    <p className={`flex items-center justify-between gap-3 rounded-control px-4 py-3 ${late ? 'bg-danger-tint' : 'bg-copper-tint'}`}>
      <span>
        <b className={`num block text-xl ${late ? 'text-danger' : 'text-copper'}`}>{view.day}</b>
        <span className="text-xs text-mute">{late ? '已逾期，请尽快还款' : '最近还款日（次月10号还款）'}</span>
      </span>
      <b className="num text-lg">{formatMoney(view.amount)}</b>
    </p>
  )
}
