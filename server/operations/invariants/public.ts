export { checkInvariantsInServer, type InvariantResult } from './check-invariants.ts'
export { invariants } from './invariants.ts'
