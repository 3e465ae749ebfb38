import type { Repayment } from '#contract/money/statements/shapes.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { buyerListExportApi } from '#storefront/platform/components/export-api.ts'
import { ExportButtons } from '#storefront/platform/components/export-buttons.tsx'
import { MonthlyRecordPages } from '#storefront/platform/components/month-pages.tsx'
import { EmptyState } from '#storefront/platform/components/states.tsx'
import { formatFullMonth, formatShanghaiTimeToSecond } from '#ui/format.ts'
import { PAGE_SIZE, useRepayments } from './repay-api.ts'
import { formatRepaymentParts } from './repay-view.ts'

/** The repayments by month: their source and what they repaid. */
export const RepaymentsByMonth = () => (
  <MonthlyRecordPages
    usePage={useRepayments}
    pageSize={PAGE_SIZE}
    beside={(month) => (
      <ExportButtons ask={(format) => buyerListExportApi.repayments({ ...(month === undefined ? {} : { month }), format })} />
    )}
    none={(month) =>
      month === undefined ? (
        <EmptyState title="还没有还款记录" hint="还款后，在这里查看每一笔的来源和去向" />
      ) : (
        <EmptyState title={`${formatFullMonth(month)}没有还款`} hint="可以换一个月份，或查看全部月份" />
      )
    }
  >
    {(repayments) => (
      <ul className="panel divide-y divide-line-soft">
        {repayments.map((repayment) => (
          <li key={repayment.id}>
            <Row repayment={repayment} />
          </li>
        ))}
      </ul>
    )}
  </MonthlyRecordPages>
)

function Row({ repayment: { label, amount, parts, valueDay, automatic, bouncedAt, undoneAt, at } }: { repayment: Repayment }) {
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-1 px-4 py-3.5 md:px-5">
      <div className="min-w-0">
        <p className="font-medium">
          {label}
          {automatic && <span className="ml-2 rounded-[3px] bg-jade-tint px-1.5 text-xs font-normal text-jade">自动还款</span>}
          {bouncedAt !== null && <span className="ml-2 rounded-[3px] bg-danger-tint px-1.5 text-xs font-normal text-danger">已退票</span>}
          {undoneAt !== null && <span className="ml-2 rounded-[3px] bg-danger-tint px-1.5 text-xs font-normal text-danger">已撤销</span>}
        </p>
        <p className="text-sm text-mute">{formatRepaymentParts(parts)}</p>
      </div>
      <div className="ml-auto text-right">
        <p className={`num text-md font-semibold ${bouncedAt === null && undoneAt === null ? '' : 'line-through'}`}>
          {formatMoney(amount)}
        </p>
        <p className="text-xs text-mute">
          <time dateTime={at.toISOString()} className="num">
            {formatShanghaiTimeToSecond(at)}
          </time>
          <span className="block">
            还款日期 <span className="num">{valueDay}</span>
          </span>
        </p>
      </div>
    </div>
  )
}
