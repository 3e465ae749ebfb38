import type { DebtOverview } from '#contract/money/statements/shapes.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { Button } from '#storefront/platform/components/button.tsx'
import { EmptyState } from '#storefront/platform/components/states.tsx'
import { Link } from '#storefront/platform/routing/link.tsx'
import { usePermission } from '#storefront/platform/sessions/permissions/use-permission.ts'
import { formatFullMonth } from '#ui/format.ts'

type Month = DebtOverview['months'][number]

const looks: Record<Month['state'], string> = {
  OPEN: 'bg-paper text-mute',
  CLOSED: 'bg-steel-tint text-steel',
  OVERDUE: 'bg-danger-tint text-danger',
}

interface Props {
  months: readonly Month[]
  /** Undefined if the reader may not repay. */
  onRepay?: (month: string) => void
}

/** By month: what is due, what was repaid, and by when (specification §2). */
export function DueMonths({ months, onRepay }: Props) {
  if (months.length === 0)
    return (
      <div className="panel">
        <EmptyState title="没有待还的账单" hint="赊销支付的订单发货后计入当月账单，次月10号还款" />
      </div>
    )
  return (
    <section aria-label="各月待还" className="panel overflow-hidden">
      <table className="block w-full md:table">
        <thead className="sr-only md:not-sr-only md:table-header-group">
          <tr className="border-b border-line bg-paper text-sm text-mute">
            {['账单月份', '待还金额', '已还金额', '还款日期', ''].map((name) => (
              <th key={name} scope="col" className="px-5 py-2.5 text-right font-normal first:text-left last:w-44">
                {name === '' ? <span className="sr-only">操作</span> : name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="block divide-y divide-line-soft md:table-row-group">
          {months.map((month) => (
            <Row key={month.month} month={month} {...(onRepay ? { onRepay } : {})} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

const CELL = 'flex items-baseline justify-between gap-4 py-0.5 md:table-cell md:px-5 md:py-3.5 md:text-right'

/** The label of the column, shown on phones, where the cells are below each other. */
const Name = ({ children }: { children: string }) => <span className="text-sm text-mute md:hidden">{children}</span>

function Row({ month: of, onRepay }: { month: Month; onRepay?: Props['onRepay'] }) {
  const { month, state, label, owed, repaid, reduced, disputed } = of
  return (
    <tr className="block px-4 py-3 md:table-row">
      <th scope="row" className={`${CELL} text-left! font-medium`}>
        {formatFullMonth(month)}
        <span className={`rounded-[3px] px-1.5 text-xs font-normal md:ml-2 ${looks[state]}`}>{label}</span>
      </th>
      <td className={CELL}>
        <Name>待还金额</Name>
        <span className="text-right">
          <b className={`num text-md ${state === 'OVERDUE' ? 'text-danger' : ''}`}>{formatMoney(owed)}</b>
          {disputed > 0 && <span className="num block text-xs text-mute">另有异议中未还 {formatMoney(disputed)}</span>}
        </span>
      </td>
      <td className={CELL}>
        <Name>已还金额</Name>
        <span className="text-right">
          <span className="num">{formatMoney(repaid)}</span>
          {reduced > 0 && <span className="num block text-xs text-mute">另有冲减 {formatMoney(reduced)}</span>}
        </span>
      </td>
      <td className={CELL}>
        <Name>还款日期</Name>
        <DueDays month={of} />
      </td>
      <td className="flex items-center justify-end gap-4 pt-2 md:table-cell md:px-5 md:py-3 md:text-right">
        <Actions month={month} closed={state !== 'OPEN'} {...(onRepay && owed > 0 ? { onRepay } : {})} />
      </td>
    </tr>
  )
}

/** The due day. If a month is due on several days, the amount for each. */
function DueDays({ month: { owed, dues, dueDay } }: { month: Month }) {
  if (owed === 0) return <span className="text-mute">暂不到期</span>
  if (dues.length < 2) return <span className="num">{dues[0]?.day ?? dueDay}</span>
  return (
    <span className="text-right">
      {dues.map(({ day, amount }) => (
        <span key={day} className="num block">
          {day} <span className="text-xs text-mute">{formatMoney(amount)}</span>
        </span>
      ))}
    </span>
  )
}

function Actions({ month, closed, onRepay }: { month: string; closed: boolean; onRepay?: Props['onRepay'] }) {
  const maySee = usePermission('applyLimit').allowed
  const name = formatFullMonth(month)
  return (
    <span className="inline-flex items-center gap-4">
      {closed && maySee && (
        <Link to="/my_bill_detail" search={{ month }} aria-label={`查看账单：${name}`} className="finger text-sm text-jade hover:underline">
          查看账单
        </Link>
      )}
      {onRepay && (
        <Button look="line" size="sm" aria-label={`${closed ? '还款' : '提前还款'}：${name}`} onClick={() => onRepay(month)}>
          {closed ? '还款' : '提前还款'}
        </Button>
      )}
    </span>
  )
}
