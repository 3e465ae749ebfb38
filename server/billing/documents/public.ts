export { formatGoodsName } from './delivery-note.ts'
export { type Parties, type Party, readParties } from './parties.ts'
export { stampBoxes } from './stamp-boxes.ts'
export { alignRight, boldText, MUTED_COLOUR, sectionHeading } from './statement-tables.ts'
