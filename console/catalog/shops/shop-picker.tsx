import { useQuery } from '@tanstack/react-query'
import type { FilterPickerComponent } from '#console/platform/components/list/filter-bar.tsx'
import { OptionFilterPicker } from '#console/platform/components/list/option-picker.tsx'
import { shopNamesQuery } from './shops-api.ts'

/** A filter by one of the shops. */
export const ShopListFilterPicker: FilterPickerComponent = (picker) => {
  const { data = [], error, isPending } = useQuery(shopNamesQuery)
  return <OptionFilterPicker {...picker} choices={data} loading={isPending} error={error} placeholder="全部店铺" other="所选店铺" />
}
