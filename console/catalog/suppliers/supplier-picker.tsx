import { Select } from 'antd'
import { optionsWithCurrent } from '#console/platform/components/forms/options-with-current.ts'
import { getParentOverlayContainer } from '#console/platform/components/forms/overlays.ts'
import type { FilterPickerComponent } from '#console/platform/components/list/filter-bar.tsx'
import { SEARCHING } from '#console/platform/components/use-search-text.ts'
import { formatError } from '#ui/format-error.ts'
import { useSupplierChoices } from './use-supplier-choices.ts'

/** A filter of a list by a supplier that the mall buys from, found by its name. */
export const SupplierFilterPicker: FilterPickerComponent = ({ id, value, change }) => {
  const { listed, error, isPending, isSearching, setTyped } = useSupplierChoices()
  return (
    <Select
      id={id}
      placeholder="全部供应商"
      value={value}
      options={optionsWithCurrent(listed, value, isPending ? '…' : '所选供应商')}
      loading={isPending}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      notFoundContent={error ? formatError(error) : isSearching ? SEARCHING : '没有符合的供应商'}
      getPopupContainer={getParentOverlayContainer}
      popupMatchSelectWidth={false}
      allowClear
      onChange={(next: string | undefined) => change(next)}
    />
  )
}
