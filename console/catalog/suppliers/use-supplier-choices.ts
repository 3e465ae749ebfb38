import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { SUPPLIER_NAME_MAX } from '#contract/catalog/suppliers/api.ts'
import { useDebouncedText } from '#ui/use-debounced-text.ts'
import { supplierApi } from './suppliers-api.ts'

/** The suppliers that the mall buys from, found by the typed name, as options of a select. */
export function useSupplierChoices() {
  const [typed, setTyped] = useState('')
  const keyword = useDebouncedText(typed.trim().slice(0, SUPPLIER_NAME_MAX))
  const { data, error, isPending } = useQuery({
    queryKey: ['supplier', 'pick', keyword],
    queryFn: ({ signal }) => supplierApi.list({ state: 'active', pageSize: 50, ...(keyword !== '' && { keyword }) }, { signal }),
    placeholderData: keepPreviousData,
  })
  const listed = (data?.dataList ?? []).map(({ supplierId, name }) => ({ value: supplierId, label: name }))
  return { listed, error, isPending, setTyped }
}
