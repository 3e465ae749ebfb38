import { type DayRange, getUsualDayRange, usualDayRanges } from '#contract/platform/core/day-ranges.ts'
import { Button } from '#storefront/platform/components/button.tsx'

/** 本月, 上月 and 近 90 天 up to `last`, the last day that can be chosen; 本月 is left out while it has no such day. */
export const listUsualDayRanges = (today: string, last: string): (DayRange & { label: string })[] =>
  (['month', 'lastMonth', 'days90'] as const)
    .map((name) => ({ label: usualDayRanges[name].label, ...getUsualDayRange(name, { today, last }) }))
    .filter(({ from, to }) => from <= to)

interface Props {
  ranges: readonly (DayRange & { label: string })[]
  /** The range that is shown now; its button is pressed. */
  value: Partial<DayRange>
  onChoose: (range: DayRange) => void
}

/** The usual ranges of days as buttons, below or beside two day fields. */
export function DayRangeButtons({ ranges, value, onChoose }: Props) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a flex container in a line of fields
    <div role="group" aria-label="常用日期" className="flex flex-wrap gap-2">
      {ranges.map(({ label, from, to }) => (
        <Button
          key={label}
          look="line"
          size="sm"
          aria-pressed={value.from === from && value.to === to}
          className="aria-pressed:border-jade aria-pressed:bg-jade-tint aria-pressed:text-jade"
          onClick={() => onChoose({ from, to })}
        >
          {label}
        </Button>
      ))}
    </div>
  )
}
