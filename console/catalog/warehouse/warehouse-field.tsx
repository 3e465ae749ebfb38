import { useQuery } from '@tanstack/react-query'
import { Form, Select } from 'antd'
import type { FilterPickerComponent } from '#console/platform/components/list/filter-bar.tsx'
import { OptionFilterPicker } from '#console/platform/components/list/option-picker.tsx'
import { warehouseChoicesQuery } from './warehouses-api.ts'

/** The warehouses that goods come to and leave from, as the options of a select. */
export function useWarehouseOptions() {
  const { data, error, isPending } = useQuery(warehouseChoicesQuery)
  return { options: (data?.warehouses ?? []).map(({ warehouseId, name }) => ({ value: warehouseId, label: name })), error, isPending }
}

interface WarehouseFieldProps {
  label: string
  /** What it is if it is left empty; nothing: the main one. */
  none?: string
}

/** The field of a form that names a warehouse, or leaves it open. A mall with one warehouse does not see it. */
export function WarehouseField({ label, none }: WarehouseFieldProps) {
  const { options } = useWarehouseOptions()
  if (options.length < 2) return null
  return (
    <Form.Item name="warehouseId" label={label}>
      <Select allowClear options={options} placeholder={none ?? options[0]?.label} />
    </Form.Item>
  )
}

/** A filter of a list by warehouse. */
export const WarehouseFilterPicker: FilterPickerComponent = (picker) => {
  const { options, error, isPending } = useWarehouseOptions()
  return <OptionFilterPicker {...picker} choices={options} loading={isPending} error={error} placeholder="全部仓库" other="所选仓库" />
}
