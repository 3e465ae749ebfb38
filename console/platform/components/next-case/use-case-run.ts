import { useRouter, useSearch } from '@tanstack/react-router'
import { App } from 'antd'
import { useState } from 'react'
import { parseSearchParamsAsText } from '#console/platform/components/list/search.ts'
import { ERROR_MESSAGE_SECONDS } from '#console/platform/components/use-api-mutation.ts'
import { useNow } from '#console/platform/components/use-now.ts'
import { useCurrentStaff } from '#console/platform/sessions/use-staff.ts'
import { markCaseToClaimOnOpen } from './case-claim.ts'
import { type AnyCaseQueue, findNextCase, isQueueFilters, recordDecidedOrSeenCase, toQueueFilters } from './case-queue.ts'

export interface CaseRun {
  queue: AnyCaseQueue
  /** The filters of the queue, as the address of the case keeps them. */
  filters: string
  /** The case was opened from a queue, or waits itself. Otherwise it leads to no next one. */
  inQueue: boolean
  /** Opens the next case of the queue, or says that this one is the last. */
  next: () => Promise<void>
  /** Counts this case as decided and opens the next one, or the end of the queue. */
  decided: () => Promise<void>
  /** Opens the next case after this one was put back, or the list. */
  released: () => Promise<void>
}

/**
 * The work on a queue, from the screen of one of its cases. `waiting` is the part of the list that the case belongs to, for a case that was
 * not opened from a list; undefined: none, if the plain list is not a queue.
 */
export function useCaseRun(queue: AnyCaseQueue, { id, waiting }: { id: string; waiting: string | undefined }): CaseRun {
  const router = useRouter()
  const { message } = App.useApp()
  const name = useCurrentStaff()?.name ?? ''
  const now = useNow()
  const { list } = useSearch({ strict: false })
  // The case may change its state under the eyes of the person. The queue stays.
  const [filters] = useState(() => toQueueFilters(queue, list, waiting))
  const go = (search: Record<string, string>) => router.navigate({ to: queue.screen, search })
  const toList = () => router.navigate({ to: queue.list, search: parseSearchParamsAsText(filters) })
  const inQueue = isQueueFilters(queue, filters)
  const openNextCase = async (after: 'look' | 'decision' | 'release') => {
    if (!inQueue) return
    recordDecidedOrSeenCase(queue, filters, { id, decided: after === 'decision' })
    const found = await findNextCase(queue, filters, { name, now }).catch(() => 'unread' as const)
    // What was decided stays so, and the list says what is wrong.
    if (found === 'unread') return toList()
    if (found === undefined) return go({ list: filters, finished: '1' })
    const { row } = found
    if (queue.id(row) === id) {
      if (after === 'release') return toList()
      void message.info({ content: '这一队只剩这一件', duration: ERROR_MESSAGE_SECONDS })
      return
    }
    markCaseToClaimOnOpen(queue.id(row))
    await go({ ...queue.at(row), list: filters })
    window.scrollTo(0, 0)
  }
  return {
    queue,
    filters,
    inQueue,
    next: () => openNextCase('look'),
    decided: () => openNextCase('decision'),
    released: () => openNextCase('release'),
  }
}
