// Reads what promised days are computed from.
import type { PromisingWarehouse } from '#contract/catalog/inventory/sending-warehouses.ts'
import type { DeliveryCalendar } from '#contract/sites/delivery-times/promised-day.ts'
import { listPromisingWarehouses } from '#server/catalog/inventory/public.ts'
import { awaitAllAndThrowFirstError, type Db } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { provinceNamesByCodePrefix } from '#server/sites/address/public.ts'
import { readShippingCalendar } from './ship-due.ts'

/** The codes of provinces by their names. Warehouses have names, as orders have. */
const provinceCodesByName = new Map([...provinceNamesByCodePrefix].map(([code, name]) => [name, code]))
const toCodes = (names: readonly string[]): string[] => names.flatMap((name) => provinceCodesByName.get(name) ?? [])

/** The warehouses as promised days are computed from them. */
async function readPromisingWarehouses(db: Db) {
  return (await listPromisingWarehouses(db)).map(({ warehouseId, open, provinces, terms }) => ({
    open,
    warehouse: {
      warehouseId,
      provinces: toCodes(provinces),
      terms: terms.map((one) => ({
        effectiveAt: one.effectiveAt,
        provinces: toCodes(one.provinces),
        servedDays: one.servedDays,
        moreDays: one.moreDays,
      })),
    } satisfies PromisingWarehouse,
  }))
}

/** Reads the terms of the mall and of its warehouses, and the days that differ from their weekday. */
export async function readDeliveryCalendar(db: Db, moment: Pick<Moment, 'now'>) {
  const [{ terms, special }, known] = await awaitAllAndThrowFirstError(readShippingCalendar(db, moment), readPromisingWarehouses(db))
  const [warehouses = [], closedWarehouses = []] = [true, false].map((isOpen) =>
    known.filter(({ open }) => open === isOpen).map(({ warehouse }) => warehouse),
  )
  return { terms, special, warehouses, closedWarehouses } satisfies DeliveryCalendar
}
