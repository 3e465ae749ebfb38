import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { shopNamesQuery } from '#console/catalog/shops/shops-api.ts'
import { parentContainer } from '#console/platform/components/forms/overlays.ts'
import type { Picker } from '#console/platform/components/list/filter-bar.tsx'
import { usePermission } from '#console/platform/sessions/use-staff.ts'
import { consoleShopEndpoints } from '#contract/catalog/shops/console-api.ts'
import { licenceKindsQuery } from './licence-api.ts'

type Props = Parameters<Picker>[0]
interface Option {
  value: string
  label: string
}

interface PickProps extends Props {
  options: readonly Option[]
  loading: boolean
  /** Shown instead of no options. */
  nothing: string
}

const Pick = ({ id, value, change, options, loading, nothing }: PickProps) => (
  <Select
    id={id}
    placeholder="全部"
    value={value}
    options={[...options]}
    loading={loading}
    notFoundContent={nothing}
    allowClear
    showSearch={{ optionFilterProp: 'label' }}
    getPopupContainer={parentContainer}
    onChange={(next: string | undefined) => change(next)}
  />
)

/** Narrows a list to one kind of licence. */
export function KindPicker(props: Props) {
  const { data = [], isFetching } = useQuery(licenceKindsQuery)
  return (
    <Pick
      {...props}
      options={data.map(({ kindId, name }) => ({ value: kindId, label: name }))}
      loading={isFetching}
      nothing="还没有许可证种类"
    />
  )
}

/** Narrows a list to one shop. */
export function ShopPicker(props: Props) {
  const { allowed, reason } = usePermission(consoleShopEndpoints.list)
  const { data = [], isFetching } = useQuery({ ...shopNamesQuery, enabled: allowed })
  return <Pick {...props} options={data} loading={isFetching} nothing={reason ?? '还没有店铺'} />
}
