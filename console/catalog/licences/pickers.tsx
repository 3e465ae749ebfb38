import { useQuery } from '@tanstack/react-query'
import { shopNamesQuery } from '#console/catalog/shops/shops-api.ts'
import type { FilterPickerComponent } from '#console/platform/components/list/filter-bar.tsx'
import { OptionFilterPicker } from '#console/platform/components/list/option-picker.tsx'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { consoleShopEndpoints } from '#contract/catalog/shops/console-api.ts'
import { licenceKindsQuery } from './licence-api.ts'

type Props = Parameters<FilterPickerComponent>[0]

/** Filters a list by one kind of licence. */
export function LicenceKindFilterPicker(props: Props) {
  const { data = [], isPending, error } = useQuery(licenceKindsQuery)
  const choices = data.map(({ kindId, name }) => ({ value: kindId, label: name }))
  return (
    <OptionFilterPicker
      {...props}
      choices={choices}
      loading={isPending}
      error={error}
      placeholder="全部"
      other="所选种类"
      nothing="还没有许可证种类"
    />
  )
}

/** Narrows a list to one shop. */
export function ShopFilterPicker(props: Props) {
  const { allowed, reason } = usePermission(consoleShopEndpoints.list)
  const { data = [], isLoading, error } = useQuery({ ...shopNamesQuery, enabled: allowed })
  return (
    <OptionFilterPicker
      {...props}
      choices={data}
      loading={isLoading}
      error={error}
      placeholder="全部"
      other="所选店铺"
      nothing={reason ?? '还没有店铺'}
    />
  )
}
