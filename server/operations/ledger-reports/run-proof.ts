import { dayOf } from '#contract/platform/core/shanghai.ts'
import { checkInvariantsInServer } from '#server/operations/invariants/public.ts'
import { type Db, runInTransaction } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { finishProof, isProofRunning, startProof } from './proof-store.ts'

/** The time limit for one invariant. Exceeding it ends the proof. */
const SECONDS_EACH = 60

/** Runs a proof that was started. A finished proof is not run again. If the proof fails, it is marked as failed and the error is thrown. */
export async function runProof(db: Db, moment: Moment, id: string): Promise<void> {
  if (!(await isProofRunning(db, id))) return
  try {
    const findings = await checkInvariantsInServer(db, { secondsEach: SECONDS_EACH })
    await runInTransaction(db, (tx) => finishProof(tx, moment, id, findings))
  } catch (error) {
    await runInTransaction(db, (tx) => finishProof(tx, moment, id, null))
    throw error
  }
}

/**
 * The nightly job: one proof for each night, however often it is called. A missed night is not repeated, because the next proof checks all
 * data.
 */
export async function runNightlyProof(db: Db, moment: Moment): Promise<boolean> {
  const id = await runInTransaction(db, (tx) => startProof(tx, moment, { night: dayOf(moment.now) }))
  if (id === undefined) return false
  await runProof(db, moment, id)
  return true
}
