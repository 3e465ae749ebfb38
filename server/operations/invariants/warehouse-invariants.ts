import type { Invariant } from './checks/invariant.ts'

/** Invariants of what lies in the warehouses. */
export const warehouseInvariants: readonly Invariant[] = [
  {
    id: 'I-54',
    promise: 'what lies in the warehouses of a SKU is its stock: the units that are on the shelf or promised',
    sql: `select coalesce(s.sku_id, w.sku_id)::text from sku_stock s
      full join (select sku_id, sum(units) as units from warehouse_stock group by sku_id) w on w.sku_id = s.sku_id
      where coalesce(w.units, 0) <> coalesce(s.available + s.reserved, 0)`,
  },
  {
    id: 'I-54b',
    promise: 'what lies in a warehouse came there and did not leave it',
    sql: `select coalesce(w.sku_id, m.sku_id)::text || ' ' || coalesce(w.warehouse_id, m.warehouse_id) from warehouse_stock w
      full join (select sku_id, warehouse_id, sum(quantity) as units from stock_movement group by sku_id, warehouse_id) m
        on m.sku_id = w.sku_id and m.warehouse_id = w.warehouse_id
      where coalesce(w.units, 0) <> coalesce(m.units, 0)`,
  },
]
