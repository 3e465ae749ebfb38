import { CalendarDays } from 'lucide-react'
import { type ComponentProps, Suspense, useRef, useState } from 'react'
import { INPUT_CLASSES } from '#storefront/platform/components/field.tsx'
import { type AllowedDayRange, normaliseDayWhileTyping, parseDay } from '#ui/day/day-view.ts'
import { lazyPart } from '#ui/lazy-part.tsx'

/** The calendar is loaded when somebody is about to open it. */
const calendar = () => import('./day-calendar.tsx')
const DayCalendar = lazyPart(() => calendar().then((part) => part.DayCalendar))

export interface DayInputProps
  extends AllowedDayRange,
    Pick<ComponentProps<'input'>, 'id' | 'ref' | 'name' | 'required' | 'disabled' | 'className' | 'aria-describedby' | 'aria-invalid'> {
  label: string
  /** 'YYYY-MM-DD', or the text that has been typed so far. */
  value: string
  onChange: (text: string) => void
  onBlur?: () => void
}

/**
 * An input for a calendar day, which is typed as 2026-11-22, 20261122 or 2026年11月22日, or chosen from a calendar. The browser's own date
 * field uses the browser's language and not the page's.
 */
export function DayInput({ label, value, onChange, onBlur, min, max, className = '', ...input }: DayInputProps) {
  const [open, setOpen] = useState(false)
  const [wanted, setWanted] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const show = () => {
    setWanted(true)
    setOpen(true)
  }
  const settle = () => {
    const day = parseDay(value)
    if (day !== undefined && day !== value) onChange(day)
    onBlur?.()
  }
  const choose = (day: string) => {
    onChange(day)
    setOpen(false)
  }
  return (
    <div ref={box} className="relative min-w-0">
      <input
        {...input}
        aria-label={input.id === undefined ? label : undefined}
        value={value}
        placeholder="年-月-日"
        inputMode="numeric"
        autoComplete="off"
        maxLength={12}
        onChange={({ target }) => onChange(normaliseDayWhileTyping(target.value))}
        onBlur={settle}
        // Enter sends the form while the field still has the focus.
        onKeyDown={({ key }) => key === 'Enter' && settle()}
        onFocus={() => void calendar().catch(() => undefined)}
        className={`${INPUT_CLASSES} num pr-10 ${className}`}
      />
      <button
        type="button"
        aria-label={`打开日历：${label}`}
        aria-haspopup="dialog"
        aria-expanded={open}
        disabled={input.disabled}
        onClick={show}
        className="absolute inset-y-0 right-0 grid w-10 place-items-center text-mute hover:text-jade"
      >
        <CalendarDays className="size-4" strokeWidth={1.6} aria-hidden />
      </button>
      {wanted && (
        <Suspense>
          <DayCalendar
            label={label}
            value={parseDay(value)}
            min={min}
            max={max}
            open={open}
            anchor={box}
            choose={choose}
            close={() => setOpen(false)}
          />
        </Suspense>
      )}
    </div>
  )
}
