export { type Change, type ChangeKind, lastNumber, listChanges, numberChanges } from './changes.ts'
