import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { optionsWithCurrent } from '#console/platform/components/forms/options-with-current.ts'
import { getParentOverlayContainer } from '#console/platform/components/forms/overlays.ts'
import type { FilterPickerComponent } from '#console/platform/components/list/filter-bar.tsx'
import { SUPPLIER_NAME_MAX } from '#contract/catalog/suppliers/api.ts'
import { formatError } from '#ui/format-error.ts'
import { useDebouncedText } from '#ui/use-debounced-text.ts'
import { supplierApi } from './suppliers-api.ts'

/** A filter of a list by a supplier that the mall buys from, found by its name. */
export const SupplierFilterPicker: FilterPickerComponent = ({ id, value, change }) => {
  const [typed, setTyped] = useState('')
  const keyword = useDebouncedText(typed.trim().slice(0, SUPPLIER_NAME_MAX))
  const { data, error, isPending } = useQuery({
    queryKey: ['supplier', 'pick', keyword],
    queryFn: ({ signal }) => supplierApi.list({ state: 'active', pageSize: 50, ...(keyword !== '' && { keyword }) }, { signal }),
    placeholderData: keepPreviousData,
  })
  const listed = (data?.dataList ?? []).map(({ supplierId, name }) => ({ value: supplierId, label: name }))
  return (
    <Select
      id={id}
      placeholder="全部供应商"
      value={value}
      options={optionsWithCurrent(listed, value, isPending ? '…' : '所选供应商')}
      loading={isPending}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      notFoundContent={error ? formatError(error) : '没有符合的供应商'}
      getPopupContainer={getParentOverlayContainer}
      popupMatchSelectWidth={false}
      allowClear
      onChange={(next: string | undefined) => change(next)}
    />
  )
}
