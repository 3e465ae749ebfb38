import { Link } from '@tanstack/react-router'
import { useNow } from '#console/platform/components/use-now.ts'
import { type DayRange, getUsualDayRange, usualDayRanges } from '#contract/platform/core/day-ranges.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import './reports.css'

/** The ranges of one press: each keeps the other filters. */
export function QuickPeriodButtons({ range }: { range: DayRange }) {
  const today = toShanghaiDay(useNow())
  return (
    <nav className="quick-periods no-print" aria-label="快捷时间">
      {keysOf(usualDayRanges).map((choice) => {
        const { from, to } = getUsualDayRange(choice, { today, last: today })
        const isCurrent = from === range.from && to === range.to
        return (
          <Link
            key={choice}
            to="."
            search={(search: Record<string, string | undefined>) => ({ ...search, dateFrom: from, dateTo: to, pageNo: undefined })}
            aria-current={isCurrent ? 'true' : undefined}
          >
            {usualDayRanges[choice].label}
          </Link>
        )
      })}
    </nav>
  )
}
