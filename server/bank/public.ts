export { spend } from './allocations.ts'
export { insertTyped } from './lines.ts'
