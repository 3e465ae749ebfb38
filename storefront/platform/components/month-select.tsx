import { formatFullMonth } from '#ui/format.ts'
import { monthChoices } from './month-picker-view.ts'
import { useToday } from './use-now.ts'

interface Props {
  label: string
  value: string
  /** Which months may be chosen here, given the other end. */
  fits: (month: string) => boolean
  onChange: (month: string) => void
}

/** One end of a range of months within the last two years. */
export function MonthRangeBoundSelect({ label, value, fits, onChange }: Props) {
  const today = useToday()
  return (
    <select
      aria-label={label}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      className="num h-9 rounded-control border border-line bg-white px-2 text-base hover:border-placeholder focus:border-jade"
    >
      {monthChoices(today, value)
        .filter(fits)
        .map((month) => (
          <option key={month} value={month}>
            {formatFullMonth(month)}
          </option>
        ))}
    </select>
  )
}
