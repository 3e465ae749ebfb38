import type { NextDue } from '#contract/money/statements/shapes.ts'
import type { Fen } from '#contract/platform/core/money.ts'
import { formatFullDay, formatMonthDay } from '#ui/format.ts'

/** The text if nothing is due on any day. */
export const NOTHING_DUE_TEXT = '暂无待还的赊销，次月10号还款'

/** '2026-11-10' → '11月10日'. A day of another year includes the year. */
export const formatDueDay = (day: string, today: string): string =>
  day.slice(0, 4) === today.slice(0, 4) ? formatMonthDay(day) : formatFullDay(day)

/** The next payment as a text; null if there is none. */
export function toNextDueView(
  next: NextDue | null,
  today: string,
): { tone: 'due' | 'late'; day: string; words: string; amount: Fen } | null {
  if (next === null) return null
  const late = next.overdue > 0
  return { tone: late ? 'late' : 'due', day: formatDueDay(next.day, today), words: late ? '已逾期，待还' : '待还', amount: next.amount }
}
