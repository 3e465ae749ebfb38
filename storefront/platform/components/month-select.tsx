import { formatFullMonth } from '#ui/format.ts'
import { monthChoices } from './month-picker-view.ts'
import { Select } from './select/select.tsx'
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
    <Select
      aria-label={label}
      value={value}
      options={monthChoices(today, value)
        .filter(fits)
        .map((month) => ({ value: month, label: formatFullMonth(month) }))}
      onChange={onChange}
      look="fit"
      className="num h-11 px-2 md:h-9"
    />
  )
}
