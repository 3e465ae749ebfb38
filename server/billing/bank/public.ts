export { allocateFromLine } from './allocations.ts'
export { notifyUnconfirmedLines } from './checks/unconfirmed-lines.ts'
export { insertManualLine, isUnconfirmed } from './line-store.ts'
