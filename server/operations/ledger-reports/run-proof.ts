import { addHours, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { checkInvariantsInServer } from '#server/operations/invariants/public.ts'
import { type Db, runInTransaction } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { findStartOfLastNightlyProof, finishLedgerProof, isLedgerProofRunning, startLedgerProof } from './proof-store.ts'

/** The time limit for one invariant. Exceeding it ends the proof. */
const SECONDS_EACH = 60
/** So much of what the last nightly proof has seen is checked again. */
const OVERLAP_HOURS = 24

interface ProofOptions {
  /** Only companies for which something was written since then are checked, only new days, and of the others those whose turn it is. */
  since?: Date | undefined
}

/** Runs a proof that was started. A finished proof is not run again. If the proof fails, it is marked as failed and the error is thrown. */
export async function runLedgerProof(db: Db, moment: Moment, id: string, { since }: ProofOptions = {}): Promise<void> {
  if (!(await isLedgerProofRunning(db, id))) return
  try {
    const findings = await checkInvariantsInServer(db, { secondsEach: SECONDS_EACH, night: since && { now: moment.now, since } })
    await runInTransaction(db, (tx) => finishLedgerProof(tx, moment, id, findings))
  } catch (error) {
    await runInTransaction(db, (tx) => finishLedgerProof(tx, moment, id, null))
    throw error
  }
}

/**
 * The nightly job: one proof for each night, however often it is called. A missed night is not repeated, because the next proof checks what
 * was written since the last one. The first proof checks everything.
 */
export async function runNightlyLedgerProof(db: Db, moment: Moment): Promise<boolean> {
  const last = await findStartOfLastNightlyProof(db)
  const id = await runInTransaction(db, (tx) => startLedgerProof(tx, moment, { night: toShanghaiDay(moment.now) }))
  if (id === undefined) return false
  // A transaction of the moment at which the last one began may have ended after it.
  await runLedgerProof(db, moment, id, { since: last && addHours(last, -OVERLAP_HOURS) })
  return true
}
