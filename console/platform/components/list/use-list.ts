import { keepPreviousData, type QueryKey, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { CallOptions } from '#contract/platform/core/client.ts'
import {
  clearFilters,
  type FilterDefinitionsByName,
  type FilterValuesOf,
  type Paging,
  parseListSearchParams,
  toListSearchParams,
} from './filters.ts'

export interface RowPage<Row> {
  dataList: Row[]
  total: number
  /** The sums of all pages, with a value for every right-aligned column. */
  totals?: Partial<Row>
}

/** The filters and the page of a list, stored in the address. A changed filter begins at the first page. */
function useListSearch<F extends FilterDefinitionsByName>(fields: F) {
  const values = parseListSearchParams(fields, useSearch({ strict: false }))
  const navigate = useNavigate()
  const go = (next: FilterValuesOf<F> & Paging) => void navigate({ to: '.', search: toListSearchParams(fields, next) })
  return {
    values,
    narrow: (change: FilterValuesOf<F>) => go({ ...values, ...change, pageNo: 1 }),
    replaceFilters: (filters: FilterValuesOf<F>) => go({ ...filters, pageNo: 1, pageSize: values.pageSize }),
    turn: (paging: Paging) => go({ ...values, ...paging }),
    clear: () => go(clearFilters(fields, values)),
  }
}

export interface ListSource<F extends FilterDefinitionsByName, Row, P extends RowPage<Row> = RowPage<Row>> {
  queryKey: QueryKey
  fields: F
  list: (input: FilterValuesOf<F> & Paging, options: CallOptions) => Promise<P>
}

/** Fetches the page of a list that the address names. The previous page stays while the next one loads. */
export function useListFromSearchParams<F extends FilterDefinitionsByName, Row, P extends RowPage<Row>>({
  queryKey,
  fields,
  list,
}: ListSource<F, Row, P>) {
  const search = useListSearch(fields)
  const { values } = search
  const result = useQuery({
    queryKey: [...queryKey, 'list', values],
    queryFn: ({ signal }) => list(values, { signal }),
    placeholderData: keepPreviousData,
  })
  return { search, result }
}
