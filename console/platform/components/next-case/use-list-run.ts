import { useSearch } from '@tanstack/react-router'
import { type AnyCaseQueue, formatListFiltersParam, recordDecidedOrSeenCase, toQueueFilters } from './case-queue.ts'
import { focusNextRowToDecide } from './row-focus.ts'

/**
 * The work on a list whose rows are decided in it. `decided` counts a row and leads to the next one; call it after the list was read
 * again.
 */
export function useListRun(queue: AnyCaseQueue) {
  const filters = toQueueFilters(queue, formatListFiltersParam(useSearch({ strict: false })), queue.waits.for[0])
  return {
    queue,
    filters,
    decided: (id: string) => {
      recordDecidedOrSeenCase(queue, filters, { id, decided: true })
      focusNextRowToDecide()
    },
  }
}
