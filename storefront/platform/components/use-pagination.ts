import { useEffect } from 'react'
import { ROWS_REACHABLE_BY_PAGES_MAX } from '#contract/platform/core/fields.ts'
import { useNavigate } from '#storefront/platform/routing/routing.tsx'
import type { SearchParams } from '#storefront/platform/routing/types.ts'
import { useSetSearchParamsKeepingOthers } from './use-search-params.ts'

const pageOf = (page: number): SearchParams => ({ page: page === 1 ? undefined : String(page) })

interface Paged {
  data: { total: number } | undefined
  /** The data is of another page, and is shown while the current one loads. */
  isPlaceholderData: boolean
}

/** The last page of a list with this many rows; 1 if it is empty. */
export const computeLastPage = (total: number, pageSize: number): number =>
  Math.max(1, Math.ceil(Math.min(total, ROWS_REACHABLE_BY_PAGES_MAX) / pageSize))

/**
 * Changes the page of a list. The page is stored in the address beside the other parameters, and the view scrolls to the top. If the list
 * has become shorter than the requested page, its last page is shown.
 */
export function usePagination(
  { data, isPlaceholderData }: Paged,
  { pageNo, pageSize }: { pageNo: number; pageSize: number },
): (page: number) => void {
  const navigate = useNavigate()
  const setSearchParams = useSetSearchParamsKeepingOthers()
  const last = data === undefined || isPlaceholderData ? pageNo : computeLastPage(data.total, pageSize)
  useEffect(() => {
    if (pageNo > last) setSearchParams(pageOf(last))
  }, [pageNo, last, setSearchParams])
  return (page) => {
    void navigate({ to: '.', search: (was) => ({ ...was, ...pageOf(page) }) })
    window.scrollTo({ top: 0 })
  }
}
