/**
 * Owns the reports of ledger accounts, and the runs of the proof.
 * Writes the tables `proof_result` and `proof_run`.
 * Never posts to the ledger.
 */

export { deleteOldProofRunsWithoutFindings } from './proof-store.ts'
export { runLedgerProof, runNightlyLedgerProof } from './run-proof.ts'
