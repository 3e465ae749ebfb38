// The table `equipment_wear`: the consumables that equipment wears, and how fast.
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { EquipmentRef } from './equipment.ts'

/** `perTenThousand`: units in 10,000 hours, an integer; a hundredth of it is the rate that people give, in 100 hours. */
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

/** What one piece wears, in the order in which it was given. */
export async function listWearRatesOf(db: Db, { enterpriseId, id }: EquipmentRef): Promise<WearRate[]> {
  return (await rows(db, enterpriseId).where('equipment_id', '=', id).orderBy('position').execute()).map(rowFrom)
}

/** What all equipment of a company wears. */
export async function listWearRates(db: Db, enterpriseId: string): Promise<WearRate[]> {
  return (await rows(db, enterpriseId).orderBy('equipment_id').orderBy('position').execute()).map(rowFrom)
}

/** Says anew what a piece wears, each SKU at most once. */
export async function setWearRates(tx: Tx, { enterpriseId, id }: EquipmentRef, wears: ReadonlyMap<string, number>): Promise<void> {
  await tx.deleteFrom('equipment_wear').where('enterprise_id', '=', enterpriseId).where('equipment_id', '=', id).execute()
  const values = [...wears].map(([skuId, perTenThousand], position) => ({
    enterprise_id: enterpriseId,
    equipment_id: id,
    sku_id: skuId,
    per_10k_hours: perTenThousand,
    position,
  }))
  if (values.length > 0) await tx.insertInto('equipment_wear').values(values).execute()
}
