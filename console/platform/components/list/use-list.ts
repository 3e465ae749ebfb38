import { keepPreviousData, type QueryKey, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { CallOptions } from '#contract/platform/core/client.ts'
import {
  clearFilters,
  type FilterDefinitionsByName,
  type FilterValuesOf,
  type Paging,
  parseListSearchParams,
  parsePageNo,
  toListSearchParams,
} from './filters.ts'
import type { SearchParams } from './search.ts'

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

/** The choice of everything, where a list without a choice means a part of it. */
const ALL = 'all'
const toPageParam = (panel: string): string => `${panel}Page`

/** Changes some parameters of the address. The entry is replaced: windows stay open, and Back leaves the screen. */
function useSearchChange(): [SearchParams, (change: SearchParams) => void] {
  const search: SearchParams = useSearch({ strict: false })
  const navigate = useNavigate()
  return [search, (change) => void navigate({ to: '.', search: Object.assign({}, search, change), replace: true })]
}

/** The page of a list within a screen, in the address beside what the screen itself has there. `panel`: the name of the list on its screen. */
export function usePanelPage(panel: string): [pageNo: number, turn: (pageNo: number) => void] {
  const [search, change] = useSearchChange()
  const name = toPageParam(panel)
  return [parsePageNo(search[name]), (pageNo) => change({ [name]: pageNo === 1 ? undefined : String(pageNo) })]
}

/** A text that a list within a screen is narrowed by, in the address. Another one begins at the first page. */
export function usePanelText(panel: string, name: string): [text: string, set: (text: string) => void] {
  const [search, change] = useSearchChange()
  return [search[name] ?? '', (text) => change({ [name]: text === '' ? undefined : text, [toPageParam(panel)]: undefined })]
}

/** The same for a choice of a few values. `usual`: what is chosen as long as nobody has. */
export function usePanelChoice<T extends string>(
  panel: string,
  name: string,
  { values, usual }: { values: readonly T[]; usual?: T | undefined },
): [chosen: T | undefined, choose: (next: T | undefined) => void] {
  const [given, set] = usePanelText(panel, name)
  const chosen = given === ALL ? undefined : (values.find((one) => one === given) ?? usual)
  return [chosen, (next) => set(next === usual ? '' : (next ?? ALL))]
}
