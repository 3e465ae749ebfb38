import { refuse } from '#contract/platform/core/refusals.ts'
import type { Equipment, EquipmentDetail, equipmentEndpoints } from '#contract/sites/projects/equipment-api.ts'
import { findSkuBriefsWithMaterialCode } from '#server/catalog/materials/public.ts'
import { findDisplayNamesInEnterpriseByUserId } from '#server/people/identity/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { addEquipment, deleteEquipment, recordMeterReading, updateEquipmentAndWearRates } from './change-equipment.ts'
import { type EquipmentRef, findEquipment, listEquipment } from './equipment.ts'
import { findMeterReadingRangesByEquipment, listLatestMeterReadings } from './meter-readings.ts'
import { listWearRates, listWearRatesOfEquipment } from './wear-rates.ts'

/** A day before every possible reading. */
const EVER = '0001-01-01'

async function readAllEquipment(db: Db, enterpriseId: string): Promise<Equipment[]> {
  const runs = await findMeterReadingRangesByEquipment(db, enterpriseId, EVER)
  const rates = Map.groupBy(await listWearRates(db, enterpriseId), ({ equipmentId }) => equipmentId)
  return (await listEquipment(db, enterpriseId)).map((one) => ({
    ...one,
    hours: runs.get(one.id)?.last.hours ?? null,
    readAt: runs.get(one.id)?.last.day ?? null,
    wearCount: rates.get(one.id)?.length ?? 0,
  }))
}

async function readEquipment(db: Db, moment: Moment, ref: EquipmentRef): Promise<EquipmentDetail> {
  const { enterpriseId } = ref
  const one = (await findEquipment(db, ref)) ?? refuse('EQUIPMENT_NOT_FOUND')
  const readings = await listLatestMeterReadings(db, ref)
  const names = await findDisplayNamesInEnterpriseByUserId(db, enterpriseId, [...new Set(readings.map(({ userId }) => userId))])
  const worn = await listWearRatesOfEquipment(db, ref)
  const skus = await findSkuBriefsWithMaterialCode(db, moment, { enterpriseId, skuIds: worn.map(({ skuId }) => skuId) })
  const rates = worn.flatMap(({ skuId, perTenThousand }) => {
    const sku = skus.get(skuId)
    return sku ? [{ sku, rate: perTenThousand / 100 }] : []
  })
  return {
    ...one,
    hours: readings[0]?.hours ?? null,
    readAt: readings[0]?.day ?? null,
    wearCount: rates.length,
    wears: rates,
    readings: readings.map(({ day, hours, userId }) => ({ day, hours, by: names.get(userId) ?? '' })),
  }
}

export const equipmentHandlers: Handlers<Omit<typeof equipmentEndpoints, 'advice'>> = {
  list: (_, { db, caller }) => readAllEquipment(db, caller.enterpriseId),
  detail: ({ id }, { db, caller: { enterpriseId }, moment }) => readEquipment(db, moment, { enterpriseId, id }),
  add: async (given, { caller: { enterpriseId }, moment, write }) => ({
    id: await write((tx) => addEquipment(tx, moment, { enterpriseId, given })),
  }),
  modify: async ({ id, ...given }, { caller: { enterpriseId }, write }) => {
    await write((tx) => updateEquipmentAndWearRates(tx, { ref: { enterpriseId, id }, given }))
    return null
  },
  addReading: async ({ id, day, runHours }, { caller: { enterpriseId, userId }, moment, write }) => {
    await write((tx) => recordMeterReading(tx, moment, { ref: { enterpriseId, id }, day, hours: runHours, userId }))
    return null
  },
  delete: async ({ id }, { caller: { enterpriseId }, moment, write }) => {
    await write((tx) => deleteEquipment(tx, moment, { enterpriseId, id }))
    return null
  },
}
