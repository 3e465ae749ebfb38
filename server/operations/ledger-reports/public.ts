export { runNightlyProof, runProof } from './run-proof.ts'
