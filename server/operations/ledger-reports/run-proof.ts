import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { checkInvariantsInServer } from '#server/operations/invariants/public.ts'
import { type Db, runInTransaction } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { finishLedgerProof, isLedgerProofRunning, startLedgerProof } from './proof-store.ts'

/** The time limit for one invariant. Exceeding it ends the proof. */
const SECONDS_EACH = 60

/**
 * Runs a proof that was started. A finished proof is not run again. If the proof fails, it is marked as failed and the error is thrown.
 * `nightly`: of what takes long, the part of every night.
 */
export async function runLedgerProof(db: Db, moment: Moment, id: string, { nightly = false } = {}): Promise<void> {
  if (!(await isLedgerProofRunning(db, id))) return
  try {
    const findings = await checkInvariantsInServer(db, { secondsEach: SECONDS_EACH, nightly })
    await runInTransaction(db, (tx) => finishLedgerProof(tx, moment, id, findings))
  } catch (error) {
    await runInTransaction(db, (tx) => finishLedgerProof(tx, moment, id, null))
    throw error
  }
}

/**
 * The nightly job: one proof for each night, however often it is called. A missed night is not repeated, because the next proof checks all
 * data.
 */
export async function runNightlyLedgerProof(db: Db, moment: Moment): Promise<boolean> {
  const id = await runInTransaction(db, (tx) => startLedgerProof(tx, moment, { night: toShanghaiDay(moment.now) }))
  if (id === undefined) return false
  await runLedgerProof(db, moment, id, { nightly: true })
  return true
}
