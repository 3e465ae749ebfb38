export { requireEquipment } from './change-equipment.ts'
export { findEquipmentNames, listEquipment } from './equipment.ts'
export { findMeterRanges } from './meter-readings.ts'
export { listWearRates } from './wear-rates.ts'
