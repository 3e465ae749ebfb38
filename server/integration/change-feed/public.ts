export { assignChangeNumbers, type Change, type ChangeKind, findLastChangeNumber, listChanges } from './changes.ts'
