import { Button, Input } from 'antd'
import { CalendarDays } from 'lucide-react'
import { type ComponentProps, useId, useRef, useState } from 'react'
import { normaliseDayWhileTyping, parseDay } from '#ui/day/day-view.ts'
import { Calendar } from './calendar.tsx'
import './day.css'

interface Props extends Pick<ComponentProps<typeof Input>, 'id' | 'disabled' | 'aria-required' | 'aria-invalid' | 'aria-describedby'> {
  value?: string | undefined
  /** Called with the typed text, and with a complete day as 'YYYY-MM-DD'. */
  onChange?: (text: string) => void
  onBlur?: () => void
  /** The first and the last day of the calendar. */
  min?: string | undefined
  max?: string | undefined
}

const GAP = 4
const EDGE = 8
/** The size of the calendar in the style sheet. It is positioned before it is shown. */
const SHEET = { width: 284, height: 316 }

/**
 * An input for a calendar day, which is typed as 2026-11-21 or 20261121, or chosen from a calendar in Chinese. The browser's own date field
 * uses the browser's language and not the page's.
 */
export function DayInput({ value = '', onChange, onBlur, min, max, ...field }: Props) {
  const [open, setOpen] = useState(false)
  const [box, sheet] = [useRef<HTMLDivElement>(null), useRef<HTMLDivElement>(null)]
  const sheetId = useId()
  /** A day in another notation is normalized before it is used. */
  const writeOut = (text: string) => {
    const day = parseDay(text)
    if (day !== undefined && day !== value) onChange?.(day)
  }
  const choose = (day = '') => {
    onChange?.(day)
    sheet.current?.hidePopover()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the calendar alone, wherever in it the focus is
    <div ref={box} className="day-input" onKeyDown={(event) => open && event.key === 'Escape' && event.stopPropagation()}>
      <Input
        {...field}
        className="num"
        value={value}
        placeholder="年-月-日"
        autoComplete="off"
        maxLength={12}
        onChange={({ target }) => onChange?.(normaliseDayWhileTyping(target.value))}
        // Enter sends the form while the field still has the focus.
        onKeyDown={({ key, currentTarget }) => key === 'Enter' && writeOut(currentTarget.value)}
        onBlur={({ target }) => {
          writeOut(target.value)
          onBlur?.()
        }}
        suffix={
          <Button
            type="text"
            size="small"
            icon={<CalendarDays size={15} aria-hidden />}
            aria-label="选择日期"
            popoverTarget={sheetId}
            disabled={field.disabled === true}
          />
        }
      />
      <div
        ref={sheet}
        id={sheetId}
        popover="auto"
        className="day-sheet"
        role="dialog"
        aria-label="选择日期"
        onBeforeToggle={({ newState }) => newState === 'open' && box.current && sheet.current && place(box.current, sheet.current)}
        onToggle={({ newState }) => setOpen(newState === 'open')}
      >
        {open && <Calendar value={parseDay(value)} min={min} max={max} choose={choose} />}
      </div>
    </div>
  )
}

/** Positions the calendar below the field, or above it if there is no space, and within the window. */
function place(field: HTMLElement, sheet: HTMLElement): void {
  const { left, top, bottom } = field.getBoundingClientRect()
  const below = bottom + GAP + SHEET.height + EDGE <= window.innerHeight
  sheet.style.top = `${Math.max(EDGE, below ? bottom + GAP : top - GAP - SHEET.height)}px`
  sheet.style.left = `${Math.max(EDGE, Math.min(left, document.documentElement.clientWidth - SHEET.width - EDGE))}px`
}
