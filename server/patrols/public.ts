export { noteOrdered } from './findings.ts'
