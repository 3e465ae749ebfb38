export { readAgreement } from './agreements.ts'
