export { demandEquipment } from './change-equipment.ts'
export { equipmentNames, listEquipment } from './equipment.ts'
export { type Run, runsSince } from './readings.ts'
export { listWears } from './wears.ts'
