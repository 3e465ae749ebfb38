export { type Finding, proveBooks } from './check-invariants.ts'
export { invariants } from './invariants.ts'
