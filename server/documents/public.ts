export { giftNamed } from './delivery-note.ts'
export { type Parties, type Party, partiesOf } from './parties.ts'
export { seals } from './seals.ts'
export { bold, MUTE, money, right, section } from './statement-tables.ts'
