export { recordFindingsOrdered } from './findings.ts'
