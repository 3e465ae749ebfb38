// Reads and writes the table `equipment_wear`: which consumables a piece of equipment wears, and how fast.
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { EquipmentRef } from './equipment.ts'

/** `perTenThousand` is an integer number of units in 10,000 hours. A hundredth of it is the rate per 100 hours that people enter. */
export interface WearRate {
  equipmentId: string
  skuId: string
  perTenThousand: number
}

const rows = (db: Db, enterpriseId: string) =>
  db.selectFrom('equipment_wear').select(['equipment_id', 'sku_id', 'per_10k_hours']).where('enterprise_id', '=', enterpriseId)

type Raw = Awaited<ReturnType<ReturnType<typeof rows>['executeTakeFirstOrThrow']>>
const rowFrom = ({ equipment_id, sku_id, per_10k_hours }: Raw): WearRate => ({
  equipmentId: equipment_id,
  skuId: sku_id,
  perTenThousand: per_10k_hours,
})

/** Lists the wear rates of one piece in the order in which they were entered. */
export async function listWearRatesOfEquipment(db: Db, { enterpriseId, id }: EquipmentRef): Promise<WearRate[]> {
  return (await rows(db, enterpriseId).where('equipment_id', '=', id).orderBy('position').execute()).map(rowFrom)
}

/** Lists the wear rates of all equipment of an enterprise. */
export async function listWearRates(db: Db, enterpriseId: string): Promise<WearRate[]> {
  return (await rows(db, enterpriseId).orderBy('equipment_id').orderBy('position').execute()).map(rowFrom)
}

/** Replaces the wear rates of a piece. */
export async function replaceWearRateRows(tx: Tx, { enterpriseId, id }: EquipmentRef, rates: ReadonlyMap<string, number>): Promise<void> {
  await tx.deleteFrom('equipment_wear').where('enterprise_id', '=', enterpriseId).where('equipment_id', '=', id).execute()
  const values = [...rates].map(([skuId, perTenThousand], position) => ({
    enterprise_id: enterpriseId,
    equipment_id: id,
    sku_id: skuId,
    per_10k_hours: perTenThousand,
    position,
  }))
  if (values.length > 0) await tx.insertInto('equipment_wear').values(values).execute()
}
