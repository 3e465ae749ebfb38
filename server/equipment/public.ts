export { demandEquipment } from './change-equipment.ts'
export { equipmentNames, listEquipment } from './equipment.ts'
export { runsSince } from './readings.ts'
export { listWears } from './wears.ts'
