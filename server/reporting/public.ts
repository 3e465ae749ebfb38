export { type Finding, proveBooks } from './check-invariants.ts'
export { listEnterprisesForConsole } from './enterprises.ts'
export { invariants } from './invariants.ts'
export { listSkusForConsole } from './skus.ts'
