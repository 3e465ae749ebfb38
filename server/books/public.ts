export { proveNightly, runProof } from './prove.ts'
