import { useSearch } from '@tanstack/react-router'
import { type AnyCaseQueue, formatListFiltersParam, recordDecidedOrSeenCase, toQueueFilters } from './case-queue.ts'
import { focusNextRowToDecide } from './row-focus.ts'

/**
 * The work on a list whose rows are decided in it. `waiting` is the value of the filter that shows what waits. `decided` counts a row and
 * leads to the next one; call it after the list was read again.
 */
export function useListRun(queue: AnyCaseQueue, waiting: string | undefined) {
  const filters = toQueueFilters(queue, formatListFiltersParam(useSearch({ strict: false })), waiting)
  return {
    queue,
    filters,
    decided: (id: string) => {
      recordDecidedOrSeenCase(queue, filters, { id, decided: true })
      focusNextRowToDecide()
    },
  }
}
