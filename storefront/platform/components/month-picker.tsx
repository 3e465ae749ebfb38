import { ChevronLeft, ChevronRight } from 'lucide-react'
import { addMonths } from '#contract/platform/core/shanghai.ts'
import { formatFullMonth } from '#ui/format.ts'
import { monthChoices } from './month-picker-view.ts'
import { useToday } from './use-now.ts'

interface Props {
  /** 'YYYY-MM'; undefined means every month. */
  value: string | undefined
  onChange: (month: string | undefined) => void
}

const STEP = 'grid size-9 place-items-center text-mute hover:text-jade disabled:text-line'

/** Chooses a month of the last two years, or all. Arrows go to the next and previous month. */
export function MonthPicker({ value, onChange }: Props) {
  const today = useToday()
  const current = today.slice(0, 7)
  return (
    <div className="flex h-9 w-fit items-center rounded-control border border-line bg-white">
      <button
        type="button"
        aria-label="上个月"
        className={STEP}
        onClick={() => onChange(addMonths(value ?? current, value === undefined ? 0 : -1))}
      >
        <ChevronLeft className="size-4" aria-hidden />
      </button>
      <select
        aria-label="月份"
        value={value ?? ''}
        onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value)}
        className="num h-full border-x border-line-soft bg-transparent px-2 text-base"
      >
        <option value="">全部月份</option>
        {monthChoices(today, value).map((month) => (
          <option key={month} value={month}>
            {formatFullMonth(month)}
          </option>
        ))}
      </select>
      <button
        type="button"
        aria-label="下个月"
        className={STEP}
        disabled={value === undefined || value >= current}
        onClick={() => onChange(value === undefined ? undefined : addMonths(value, 1))}
      >
        <ChevronRight className="size-4" aria-hidden />
      </button>
    </div>
  )
}
