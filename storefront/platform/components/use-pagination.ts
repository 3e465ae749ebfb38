import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { PAGED_ROWS_MAX } from '#contract/platform/core/fields.ts'
import type { SearchParams } from './route-types.ts'
import { useSearchParams } from './use-search-params.ts'

const pageOf = (page: number): SearchParams => ({ page: page === 1 ? undefined : String(page) })

interface Paged {
  data: { total: number } | undefined
  /** It is another page, which stands in for this one meanwhile. */
  isPlaceholderData: boolean
}

/** The last page of a list of so many rows; the first one of none. */
export const lastPage = (total: number, pageSize: number): number => Math.max(1, Math.ceil(Math.min(total, PAGED_ROWS_MAX) / pageSize))

/**
 * Turns to a page of a list: it is kept in the address, beside whatever else is there, and reading begins at the top. A list that no longer
 * reaches the page that is asked for, because what stood there has gone, leads to its last one.
 */
export function usePagination(
  { data, isPlaceholderData }: Paged,
  { pageNo, pageSize }: { pageNo: number; pageSize: number },
): (page: number) => void {
  const navigate = useNavigate()
  const ask = useSearchParams()
  const last = data === undefined || isPlaceholderData ? pageNo : lastPage(data.total, pageSize)
  useEffect(() => {
    if (pageNo > last) ask(pageOf(last))
  }, [pageNo, last, ask])
  return (page) => {
    void navigate({ to: '.', search: (was) => ({ ...was, ...pageOf(page) }) })
    window.scrollTo({ top: 0 })
  }
}
