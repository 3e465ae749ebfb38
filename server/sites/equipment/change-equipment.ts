import type { InputOf } from '#contract/platform/core/endpoint.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { EQUIPMENT_PER_ENTERPRISE_MAX, type equipmentEndpoints } from '#contract/sites/projects/equipment-api.ts'
import { findSkusById } from '#server/catalog/goods/public.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { requireProjectExists } from '#server/sites/projects/public.ts'
import {
  type EquipmentRef,
  findEquipment,
  insertEquipment,
  lockAndCountEquipment,
  lockEquipment,
  markEquipmentDeleted,
  updateEquipmentRow,
} from './equipment.ts'
import { saveMeterReadingOfLockedEquipment } from './meter-readings.ts'
import { replaceWearRateRows } from './wear-rates.ts'

type Given = InputOf<typeof equipmentEndpoints.add>

/**
 * Returns the units worn in 10,000 hours by SKU. If a SKU is given twice, the last rate counts. Refuses SKU_NOT_FOUND; a SKU may be off the
 * shelf.
 */
async function wearsFrom(tx: Tx, rates: Given['wears']): Promise<Map<string, number>> {
  const bySku = new Map(rates.map(({ skuId, rate }) => [skuId, Math.round(rate * 100)]))
  if ((await findSkusById(tx, [...bySku.keys()])).length !== bySku.size) refuse('SKU_NOT_FOUND')
  return bySku
}

async function settle(tx: Tx, enterpriseId: string, { projectId, wears: rates }: Given): Promise<Map<string, number>> {
  if (projectId !== null) await requireProjectExists(tx, { enterpriseId, id: projectId })
  return wearsFrom(tx, rates)
}

/** Adds a piece of equipment and returns its id. Refuses EQUIPMENT_FULL, PROJECT_NOT_FOUND, SKU_NOT_FOUND. */
export async function addEquipment(tx: Tx, moment: Moment, { enterpriseId, given }: { enterpriseId: string; given: Given }) {
  if ((await lockAndCountEquipment(tx, enterpriseId)) >= EQUIPMENT_PER_ENTERPRISE_MAX) refuse('EQUIPMENT_FULL')
  const rates = await settle(tx, enterpriseId, given)
  const id = await insertEquipment(tx, moment, { enterpriseId, facts: given })
  await replaceWearRateRows(tx, { enterpriseId, id }, rates)
  return id
}

/** Replaces all fields of a piece of equipment. Refuses EQUIPMENT_NOT_FOUND, PROJECT_NOT_FOUND, SKU_NOT_FOUND. */
export async function updateEquipmentAndWearRates(tx: Tx, { ref, given }: { ref: EquipmentRef; given: Given }): Promise<void> {
  if (!(await lockEquipment(tx, ref))) refuse('EQUIPMENT_NOT_FOUND')
  const rates = await settle(tx, ref.enterpriseId, given)
  await updateEquipmentRow(tx, ref, given)
  await replaceWearRateRows(tx, ref, rates)
}

/**
 * Records the reading of an hour meter on a day. A second reading of the same day replaces the first. Refuses EQUIPMENT_NOT_FOUND,
 * DAY_AHEAD, HOURS_BACKWARD.
 */
export async function recordMeterReading(
  tx: Tx,
  moment: Moment,
  reading: { ref: EquipmentRef; day: string; hours: number; userId: string },
): Promise<void> {
  if (reading.day > toShanghaiDay(moment.now)) refuse('DAY_AHEAD', { field: 'day' })
  if (!(await lockEquipment(tx, reading.ref))) refuse('EQUIPMENT_NOT_FOUND')
  await saveMeterReadingOfLockedEquipment(tx, moment, reading)
}

export async function deleteEquipment(tx: Tx, moment: Moment, ref: EquipmentRef): Promise<void> {
  if (!(await markEquipmentDeleted(tx, moment, ref))) refuse('EQUIPMENT_NOT_FOUND')
}

/** Checks that all pieces belong to the enterprise. Refuses EQUIPMENT_NOT_FOUND. */
export async function requireEquipmentExists(db: Db, enterpriseId: string, ids: readonly string[]): Promise<void> {
  for (const id of new Set(ids)) if (!(await findEquipment(db, { enterpriseId, id }))) refuse('EQUIPMENT_NOT_FOUND')
}
