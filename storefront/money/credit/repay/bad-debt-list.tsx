import { Link } from '@tanstack/react-router'
import type { DebtOverview } from '#contract/money/statements/shapes.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { usePermission } from '#storefront/platform/sessions/permissions/use-permission.ts'
import { formatFullMonth } from '#ui/format.ts'

/** 已核销待追偿: months that were written off and are still claimed. Any money goes to them first. Empty if there are none. */
export function BadDebts({ owed: { toRecover, badDebts } }: { owed: Pick<DebtOverview, 'toRecover' | 'badDebts'> }) {
  const maySee = usePermission('applyLimit').allowed
  if (toRecover === 0) return null
  return (
    <section aria-label="已核销待追偿" className="rounded-panel border border-danger bg-danger-tint p-4 md:px-6">
      <p className="font-medium">
        已核销待追偿 <b className="num">{formatMoney(toRecover)}</b>
        <Link
          to="/credit_account_repayment_log"
          search={{ tab: 'written_off' }}
          className="finger ml-3 text-sm font-normal text-jade hover:underline"
        >
          核销与偿还明细
        </Link>
      </p>
      <p className="mt-0.5 text-sm">
        这些账款已从账上核销，但仍须偿还。还清前暂停赊销；还款和充值到账后先用于偿还，余下的再还其他账款或进入钱包。
      </p>
      <ul className="mt-3 grid gap-x-8 gap-y-1 sm:grid-cols-2">
        {badDebts.map(({ month, amount }) => (
          <li key={month} className="flex items-baseline justify-between gap-4">
            <span>
              {formatFullMonth(month)}账单
              {maySee && (
                <Link
                  to="/my_bill_detail"
                  search={{ month }}
                  aria-label={`查看账单：${formatFullMonth(month)}`}
                  className="finger ml-3 text-sm text-jade hover:underline"
                >
                  查看账单
                </Link>
              )}
            </span>
            <b className="num">{formatMoney(amount)}</b>
          </li>
        ))}
      </ul>
    </section>
  )
}
