export { expireReturns } from './decide.ts'
