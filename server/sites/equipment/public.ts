/**
 * Owns the equipment of companies, its meter readings and its wear rates.
 * Writes the tables `equipment`, `equipment_reading` and `equipment_wear`.
 * Never puts a part into a cart.
 */

export { requireEquipmentExists } from './change-equipment.ts'
export { findEquipmentNames, listEquipment } from './equipment.ts'
export { findMeterReadingRangesByEquipment } from './meter-readings.ts'
export { wearPerDayOfAllEquipmentSql } from './wear-per-day.ts'
export { listWearRates } from './wear-rates.ts'
