import { useSearch } from '@tanstack/react-router'
import type { Repayment } from '../../../contract/statements/shapes.ts'
import { money, second } from '../../../ui/format.ts'
import { fullMonthName } from '../../parts/month-chart-view.ts'
import { MonthPicker } from '../../parts/month-picker.tsx'
import { pageIn } from '../../parts/page-in.ts'
import { Pagination } from '../../parts/pagination.tsx'
import { Empty, Loaded, Skeleton } from '../../parts/states.tsx'
import { useMonth } from '../../parts/use-month.ts'
import { usePageTurning } from '../../parts/use-page-turning.ts'
import { PAGE_SIZE, useRepayments } from './repay-api.ts'
import { partsText } from './repay-view.ts'

/** What has been repaid, by month: where it came from, and what it went to. */
export function Repayments() {
  const { month, choose } = useMonth()
  const pageNo = pageIn(useSearch({ strict: false }).page)
  const turn = usePageTurning()
  const repayments = useRepayments(month, pageNo)
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <MonthPicker value={month} onChange={choose} />
        <p className="text-sm text-mute" aria-live="polite">
          {repayments.data && (
            <>
              共 <span className="num">{repayments.data.total}</span> 笔
            </>
          )}
        </p>
      </div>
      <Loaded from={repayments} skeleton={<Skeleton className="h-72" />}>
        {({ dataList, total }) =>
          total === 0 ? (
            <div className="panel">
              <Empty title={month === undefined ? '还没有还款记录' : `${fullMonthName(month)}没有还款`} />
            </div>
          ) : (
            <>
              <ul className="panel divide-y divide-line-soft">
                {dataList.map((repayment) => (
                  <li key={repayment.id}>
                    <Row repayment={repayment} />
                  </li>
                ))}
              </ul>
              <Pagination pageNo={pageNo} pageSize={PAGE_SIZE} total={total} onChange={turn} />
            </>
          )
        }
      </Loaded>
    </>
  )
}

function Row({ repayment: { label, amount, parts, valueDay, automatic, bouncedAt, at } }: { repayment: Repayment }) {
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-1 px-4 py-3.5 md:px-5">
      <div className="min-w-0">
        <p className="font-medium">
          {label}
          {automatic && <span className="ml-2 rounded-[3px] bg-jade-tint px-1.5 text-xs font-normal text-jade">自动还款</span>}
          {bouncedAt !== null && <span className="ml-2 rounded-[3px] bg-danger-tint px-1.5 text-xs font-normal text-danger">已退票</span>}
        </p>
        <p className="text-sm text-mute">{partsText(parts)}</p>
      </div>
      <div className="ml-auto text-right">
        <p className={`num text-md font-semibold ${bouncedAt === null ? '' : 'line-through'}`}>{money(amount)}</p>
        <p className="text-xs text-mute">
          <time dateTime={at.toISOString()} className="num">
            {second(at)}
          </time>
          <span className="block">
            还款日期 <span className="num">{valueDay}</span>
          </span>
        </p>
      </div>
    </div>
  )
}
