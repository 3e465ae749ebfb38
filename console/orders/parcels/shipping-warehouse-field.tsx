import { Form, Select } from 'antd'
import type { BatchUnits } from '#contract/catalog/inventory/batches.ts'
import type { ShippingWarehouse } from '#contract/orders/fulfilment/api.ts'

/** The form values of the field. */
export interface ShippingWarehouseFormValues {
  /** Nothing: the proposed one. */
  warehouseId?: string
}

const formatNote = ({ name, serves, complete, unclaimed }: ShippingWarehouse): string => {
  const note = complete ? (unclaimed ? '' : ' · 含其他订单预留') : ' · 货不齐'
  return `${name}${serves ? ' · 服务该省份' : ''}${note}`
}

/**
 * The warehouse that a parcel leaves from. The proposed one is shown as chosen and is no input of the person, so closing the form loses
 * nothing; a mall with one warehouse does not see the field.
 */
export function ShippingWarehouseField({ warehouses }: { warehouses: readonly ShippingWarehouse[] }) {
  if (warehouses.length < 2) return null
  const toShown = (chosen: string | undefined) => ({ value: chosen ?? warehouses[0]?.warehouseId })
  return (
    <Form.Item name="warehouseId" label="发货仓库" getValueProps={toShown}>
      <Select options={warehouses.map((one) => ({ value: one.warehouseId, label: formatNote(one) }))} />
    </Form.Item>
  )
}

/** The batches that lie in a warehouse (nothing: the proposed one), by line number, in the order in which they leave; lines of goods without batches have none. */
export function findBatchesInWarehouse(
  warehouses: readonly ShippingWarehouse[],
  chosen: string | undefined,
): ReadonlyMap<number, readonly BatchUnits[]> {
  const { lines = [] } = warehouses.find(({ warehouseId }) => warehouseId === chosen) ?? warehouses[0] ?? {}
  return new Map(lines.flatMap(({ lineNo, batches }) => (batches.length > 0 ? [[lineNo, batches] as const] : [])))
}

/** What lies in the chosen warehouse, by line number; undefined while there is only one. */
export function useUnitsInChosenWarehouse(warehouses: readonly ShippingWarehouse[]): ReadonlyMap<number, number> | undefined {
  const chosen: string | undefined = Form.useWatch('warehouseId')
  if (warehouses.length < 2) return undefined
  const { lines = [] } = warehouses.find(({ warehouseId }) => warehouseId === chosen) ?? warehouses[0] ?? {}
  return new Map(lines.map(({ lineNo, units }) => [lineNo, units]))
}
