import { useSearch } from '#storefront/platform/routing/routing.tsx'
import { parseMonth } from './month-picker-view.ts'
import { useSetSearchParamsKeepingOthers } from './use-search-params.ts'

/** The month of a list, stored in the address. A new month begins at its first page. */
export function useMonthParam(): { month: string | undefined; choose: (month: string | undefined) => void } {
  const setSearchParams = useSetSearchParamsKeepingOthers()
  const month = parseMonth(useSearch().month)
  return { month, choose: (next) => setSearchParams({ month: next, page: undefined }) }
}
