export { applyDueChanges } from './decide.ts'
