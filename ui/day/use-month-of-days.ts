import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { addMonths } from '#contract/platform/core/shanghai.ts'
import { type AllowedDayRange, clampDay, getDayAfterKeyPress, listMonthDays } from './day-view.ts'

interface MonthOfDays {
  /** The day with the keyboard focus. It is the only one that Tab reaches (roving tabindex). */
  at: string
  month: string
  blanks: number
  days: string[]
  /** The ref of the container. Each day in it has a `data-day` attribute. */
  grid: RefObject<HTMLDivElement | null>
  /** The handler of the arrow keys, Home, End, Page Up and Page Down. */
  move: (event: KeyboardEvent) => void
  turn: (months: number) => void
}

/** The behaviour of a calendar that shows one month, without its style. The keyboard never reaches days that are not allowed. */
export function useMonthCalendar(begin: string, range: AllowedDayRange): MonthOfDays {
  const [at, setAt] = useState(() => clampDay(begin, range))
  const grid = useRef<HTMLDivElement>(null)
  const moved = useRef(false)
  useEffect(() => {
    if (moved.current) grid.current?.querySelector<HTMLElement>(`[data-day="${at}"]`)?.focus()
  }, [at])
  const month = at.slice(0, 7)
  const go = (day: string, byKey: boolean) => {
    moved.current = byKey
    setAt(clampDay(day, range))
  }
  const { blanks, days } = listMonthDays(month)
  return {
    at,
    month,
    grid,
    blanks,
    days,
    move: (event) => {
      const next = getDayAfterKeyPress(event.key, at)
      if (next === undefined) return
      event.preventDefault()
      go(next, true)
    },
    turn: (months) => go(`${addMonths(month, months)}-01`, false),
  }
}
