import { ChevronLeft, ChevronRight } from 'lucide-react'
import { addMonths } from '#contract/platform/core/shanghai.ts'
import { formatFullMonth } from '#ui/format.ts'
import { monthChoices } from './month-picker-view.ts'
import { Select } from './select/select.tsx'
import { useToday } from './use-now.ts'

interface Props {
  /** 'YYYY-MM'; undefined means every month. */
  value: string | undefined
  onChange: (month: string | undefined) => void
}

const STEP = 'grid w-11 shrink-0 place-items-center text-mute hover:text-jade disabled:text-line md:w-9'

/** Chooses a month of the last two years, or all. Arrows go to the next and previous month. */
export function MonthPicker({ value, onChange }: Props) {
  const today = useToday()
  const current = today.slice(0, 7)
  return (
    <div className="flex h-11 w-fit items-stretch rounded-control border border-line bg-white md:h-9">
      <button
        type="button"
        aria-label="上个月"
        className={STEP}
        onClick={() => onChange(addMonths(value ?? current, value === undefined ? 0 : -1))}
      >
        <ChevronLeft className="size-4" aria-hidden />
      </button>
      <Select
        aria-label="月份"
        value={value ?? ''}
        options={[
          { value: '', label: '全部月份' },
          ...monthChoices(today, value).map((month) => ({ value: month, label: formatFullMonth(month) })),
        ]}
        onChange={(month) => onChange(month === '' ? undefined : month)}
        look="inner"
        className="num border-x border-line-soft px-2"
      />
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
