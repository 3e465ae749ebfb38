import { Popover } from '@base-ui/react/popover'
import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight, type LucideIcon } from 'lucide-react'
import { type RefObject, useRef } from 'react'
import { Button } from '#storefront/platform/components/button.tsx'
import { useToday } from '#storefront/platform/components/use-now.ts'
import type { AllowedDayRange } from '#ui/day/day-view.ts'
import { useMonthCalendar } from '#ui/day/use-month-of-days.ts'
import { formatFullDay, formatFullMonth } from '#ui/format.ts'

const WEEK = ['一', '二', '三', '四', '五', '六', '日']

interface Props extends AllowedDayRange {
  /** The label of the calendar, which is that of its field. */
  label: string
  value: string | undefined
  open: boolean
  /** The field that the calendar is below. */
  anchor: RefObject<HTMLElement | null>
  choose: (day: string) => void
  close: () => void
}

/** A calendar below a field, for the mouse or for the arrow keys, Home, End, Page Up and Page Down. Escape closes only the calendar. */
export function DayCalendar({ label, open, anchor, close, ...month }: Props) {
  const sheet = useRef<HTMLDivElement>(null)
  return (
    <Popover.Root open={open} onOpenChange={(next) => !next && close()}>
      <Popover.Portal>
        <Popover.Positioner anchor={anchor} align="start" sideOffset={4} collisionPadding={8} className="z-60">
          <Popover.Popup
            ref={sheet}
            aria-label={`选择${label}`}
            initialFocus={() => sheet.current?.querySelector<HTMLElement>('[data-day][tabindex="0"]') ?? true}
            finalFocus={() => anchor.current?.querySelector('button') ?? true}
            className="panel w-72 p-3"
          >
            <MonthOfDays {...month} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

function MonthOfDays({ value, min, max, choose }: Pick<Props, 'value' | 'min' | 'max' | 'choose'>) {
  const today = useToday()
  const range = { min, max }
  const { at, month, blanks, days, grid, move, turn } = useMonthCalendar(value ?? today, range)
  const isOut = (day: string) => (min !== undefined && day < min) || (max !== undefined && day > max)
  return (
    <>
      <div className="flex items-center justify-between">
        <Turn label="上一年" Icon={ChevronsLeft} turn={() => turn(-12)} />
        <Turn label="上个月" Icon={ChevronLeft} turn={() => turn(-1)} />
        <b aria-live="polite" className="num flex-1 text-center font-medium">
          {formatFullMonth(month)}
        </b>
        <Turn label="下个月" Icon={ChevronRight} turn={() => turn(1)} />
        <Turn label="下一年" Icon={ChevronsRight} turn={() => turn(12)} />
      </div>
      {/* The height of six weeks, so that nothing moves when the month changes. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the buttons in it */}
      <div ref={grid} onKeyDown={move} className="grid h-60 grid-cols-7 content-start text-center">
        {WEEK.map((name) => (
          <span key={name} aria-hidden className="py-1 text-xs text-mute">
            {name}
          </span>
        ))}
        {days.map((day, index) => (
          <button
            key={day}
            type="button"
            data-day={day}
            style={index === 0 ? { gridColumnStart: blanks + 1 } : undefined}
            tabIndex={day === at ? 0 : -1}
            aria-label={formatFullDay(day)}
            aria-pressed={day === value}
            aria-current={day === today ? 'date' : undefined}
            disabled={isOut(day)}
            onClick={() => choose(day)}
            className="num h-8 rounded-control border border-transparent hover:text-jade aria-pressed:border-jade aria-pressed:bg-jade-tint aria-pressed:text-jade aria-[current]:font-semibold aria-[current]:underline disabled:text-mute disabled:line-through"
          >
            {Number(day.slice(8))}
          </button>
        ))}
      </div>
      <div className="flex justify-between border-t border-line-soft pt-2">
        <Button look="plain" className="text-sm" onClick={() => choose('')}>
          清除
        </Button>
        <Button look="plain" className="text-sm" disabled={isOut(today)} onClick={() => choose(today)}>
          今天
        </Button>
      </div>
    </>
  )
}

const Turn = ({ label, Icon, turn }: { label: string; Icon: LucideIcon; turn: () => void }) => (
  <button type="button" aria-label={label} onClick={turn} className="grid size-9 place-items-center text-mute hover:text-jade">
    <Icon className="size-4" aria-hidden />
  </button>
)
