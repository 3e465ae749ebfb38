import { useSearch } from '@tanstack/react-router'
import { monthIn } from './month-picker-view.ts'
import { useAsk } from './use-ask.ts'

/** The month that a list shows, kept in the address; another month begins at its first page. */
export function useMonth(): { month: string | undefined; choose: (month: string | undefined) => void } {
  const ask = useAsk()
  const month = monthIn(useSearch({ strict: false }).month)
  return { month, choose: (next) => ask({ month: next, page: undefined }) }
}
