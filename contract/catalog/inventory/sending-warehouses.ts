import * as z from 'zod/mini'
import { Id } from '#contract/platform/core/fields.ts'

/**
 * Where a SKU lies, if not in the main warehouse alone. `units` are those that no order claims: in cart and confirmation beside what orders are
 * planned to take from that warehouse, on pages and cards beside all that is reserved of the SKU, which may be taken from any one. A warehouse
 * where all units may be claimed has 0.
 */
export const UnitsByWarehouse = z.array(z.object({ warehouseId: Id, units: z.int() }))
export type UnitsByWarehouse = z.output<typeof UnitsByWarehouse>

/** An open warehouse with the provinces that it serves, the preferred first. */
export interface SendingWarehouse {
  warehouseId: string
  provinces: readonly string[]
}

/** What a warehouse changes of the delivery times of the mall, as staff have set it at one time. */
export interface WarehouseDeliveryTerms {
  effectiveAt: Date
  /** The provinces that it serves. */
  provinces: readonly string[]
  /** The carrier's days from it to these; null: those of the mall. */
  servedDays: number | null
  /** How many days more than those of the mall it takes to all others. */
  moreDays: number
}

/** A warehouse that goods may leave from, with its terms, the latest first. */
export interface PromisingWarehouse extends SendingWarehouse {
  terms: readonly WarehouseDeliveryTerms[]
}

/** A line of an order or a cart whose goods are in stock. */
export interface LineFromWarehouse {
  skuId: string
  quantity: number
  /** undefined: everything lies in the main warehouse. */
  unitsByWarehouse: UnitsByWarehouse | undefined
}

/** Sorts as a shipment does: first the warehouse that names the province earliest. The others stay in their order, the main one first. */
function sortByPreference<W extends SendingWarehouse>(warehouses: readonly W[], province: string): W[] {
  const rank = ({ provinces }: W) => (provinces.includes(province) ? provinces.indexOf(province) : Number.MAX_SAFE_INTEGER)
  return [...warehouses].sort((left, right) => rank(left) - rank(right))
}

/**
 * Returns for each line of one order the warehouses that send it to a province: the one that has all lines, else for each line the one that
 * has it, else all in which some of it lies. `warehouses`: all open ones, the main one first. It agrees with what is proposed to those who
 * ship the order, as long as nothing moves in between.
 */
export function chooseSendingWarehouses(
  warehouses: readonly SendingWarehouse[],
  province: string,
  lines: readonly LineFromWarehouse[],
): string[][] {
  const [main] = warehouses
  if (!main) return lines.map(() => [])
  const wanted = new Map<string, number>()
  for (const { skuId, quantity } of lines) wanted.set(skuId, (wanted.get(skuId) ?? 0) + quantity)
  const ranked = sortByPreference(warehouses, province)
  const unitsIn = ({ warehouseId }: SendingWarehouse, { unitsByWarehouse }: LineFromWarehouse): number | undefined =>
    unitsByWarehouse
      ? unitsByWarehouse.find((there) => there.warehouseId === warehouseId)?.units
      : warehouseId === main.warehouseId
        ? Number.MAX_SAFE_INTEGER
        : undefined
  const hasAll = (warehouse: SendingWarehouse, line: LineFromWarehouse) => (unitsIn(warehouse, line) ?? 0) >= (wanted.get(line.skuId) ?? 0)
  const complete = ranked.find((warehouse) => lines.every((line) => hasAll(warehouse, line)))
  return lines.map((line) => {
    const sender = complete ?? ranked.find((warehouse) => hasAll(warehouse, line))
    if (sender) return [sender.warehouseId]
    const some = ranked.filter((warehouse) => unitsIn(warehouse, line) !== undefined)
    return (some.length > 0 ? some : [main]).map(({ warehouseId }) => warehouseId)
  })
}
