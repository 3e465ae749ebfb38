import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { addMonths } from '#contract/platform/core/shanghai.ts'
import { clampDay, type DayRange, dayAfterKey, monthDays } from './day-view.ts'

interface MonthOfDays {
  /** The day that the keys have reached: it holds the focus, and is the only one that Tab comes to. */
  at: string
  month: string
  blanks: number
  days: string[]
  /** To be given to what holds the days, each of which says its own in `data-day`. */
  grid: RefObject<HTMLDivElement | null>
  /** Arrows, Home, End and the page keys. */
  move: (event: KeyboardEvent) => void
  turn: (months: number) => void
}

/** A calendar that shows one month at a time, without its looks. Days that may not be chosen are never reached. */
export function useMonthOfDays(begin: string, range: DayRange): MonthOfDays {
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
  const { blanks, days } = monthDays(month)
  return {
    at,
    month,
    grid,
    blanks,
    days,
    move: (event) => {
      const next = dayAfterKey(event.key, at)
      if (next === undefined) return
      event.preventDefault()
      go(next, true)
    },
    turn: (months) => go(`${addMonths(month, months)}-01`, false),
  }
}
