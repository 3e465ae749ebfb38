import { Button } from 'antd'
import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { useNow } from '#console/platform/components/use-now.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { useMonthCalendar } from '#ui/day/use-month-of-days.ts'
import { formatFullDay, formatFullMonth } from '#ui/format.ts'

const WEEK = ['一', '二', '三', '四', '五', '六', '日']

interface Props {
  value: string | undefined
  min?: string | undefined
  max?: string | undefined
  choose: (day: string | undefined) => void
}

/** A month in which one day is chosen, with the mouse or with the arrow keys, Home, End, Page Up and Page Down. */
export function Calendar({ value, min, max, choose }: Props) {
  const today = toShanghaiDay(useNow())
  const { at, month, blanks, days, grid, move, turn } = useMonthCalendar(value ?? today, { min, max })
  // A calendar that has just opened has the focus on its day.
  useEffect(() => grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus(), [grid])
  return (
    <>
      <div className="day-head">
        <Turn label="上一年" icon={<ChevronsLeft size={16} aria-hidden />} turn={() => turn(-12)} />
        <Turn label="上个月" icon={<ChevronLeft size={16} aria-hidden />} turn={() => turn(-1)} />
        <b aria-live="polite">{formatFullMonth(month)}</b>
        <Turn label="下个月" icon={<ChevronRight size={16} aria-hidden />} turn={() => turn(1)} />
        <Turn label="下一年" icon={<ChevronsRight size={16} aria-hidden />} turn={() => turn(12)} />
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the buttons in it */}
      <div ref={grid} className="day-grid" onKeyDown={move}>
        {WEEK.map((name) => (
          <span key={name} aria-hidden>
            {name}
          </span>
        ))}
        {days.map((day, index) => (
          <button
            key={day}
            type="button"
            data-day={day}
            className={day === today ? 'num day-today' : 'num'}
            style={index === 0 ? { gridColumnStart: blanks + 1 } : undefined}
            tabIndex={day === at ? 0 : -1}
            aria-label={formatFullDay(day)}
            aria-pressed={day === value}
            disabled={(min !== undefined && day < min) || (max !== undefined && day > max)}
            onClick={() => choose(day)}
          >
            {Number(day.slice(8))}
          </button>
        ))}
      </div>
      <div className="day-foot">
        <Button type="text" size="small" onClick={() => choose(undefined)}>
          清除
        </Button>
        <Button type="text" size="small" disabled={(min ?? today) > today || (max ?? today) < today} onClick={() => choose(today)}>
          今天
        </Button>
      </div>
    </>
  )
}

const Turn = ({ label, icon, turn }: { label: string; icon: ReactNode; turn: () => void }) => (
  <Button type="text" size="small" aria-label={label} icon={icon} onClick={turn} />
)
