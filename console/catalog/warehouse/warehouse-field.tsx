import { useQuery } from '@tanstack/react-query'
import { Form, Select } from 'antd'
import type { FilterPickerComponent } from '#console/platform/components/list/filter-bar.tsx'
import { OptionFilterPicker } from '#console/platform/components/list/option-picker.tsx'
import { warehouseChoicesQuery } from './warehouses-api.ts'

const toChoices = (warehouses: readonly { warehouseId: string; name: string }[] = []) =>
  warehouses.map(({ warehouseId, name }) => ({ value: warehouseId, label: name }))

/** The field of a form that names a warehouse; left empty it is the main one. A mall with one warehouse does not see it. */
export function WarehouseField({ label }: { label: string }) {
  const { data } = useQuery(warehouseChoicesQuery)
  const choices = toChoices(data?.warehouses)
  if (choices.length < 2) return null
  return (
    <Form.Item name="warehouseId" label={label}>
      <Select allowClear options={choices} placeholder={choices[0]?.label} />
    </Form.Item>
  )
}

/** A filter of a list by warehouse. */
export const WarehouseFilterPicker: FilterPickerComponent = (picker) => {
  const { data, error, isPending } = useQuery(warehouseChoicesQuery)
  return (
    <OptionFilterPicker
      {...picker}
      choices={toChoices(data?.warehouses)}
      loading={isPending}
      error={error}
      placeholder="全部仓库"
      other="所选仓库"
    />
  )
}
