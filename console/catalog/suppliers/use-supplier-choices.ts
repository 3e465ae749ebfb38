import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchText } from '#console/platform/components/use-search-text.ts'
import { SUPPLIER_NAME_MAX } from '#contract/catalog/suppliers/api.ts'
import { supplierApi } from './suppliers-api.ts'

/** The suppliers that the mall buys from, found by the typed name, as options of a select. */
export function useSupplierChoices() {
  const { keyword, setTyped, isOld } = useSearchText(SUPPLIER_NAME_MAX)
  const found = useQuery({
    queryKey: ['supplier', 'pick', keyword],
    queryFn: ({ signal }) => supplierApi.list({ state: 'active', pageSize: 50, ...(keyword !== '' && { keyword }) }, { signal }),
    placeholderData: keepPreviousData,
  })
  const { data, error, isPending } = found
  const isSearching = isOld(found)
  const listed = (isSearching ? [] : (data?.dataList ?? [])).map(({ supplierId, name }) => ({ value: supplierId, label: name }))
  return { listed, error, isPending, isSearching, setTyped }
}
