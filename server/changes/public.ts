export { type Change, type ChangeKind, type From, lastNumber, listChanges, numberChanges } from './changes.ts'
