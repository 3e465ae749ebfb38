import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { checkInvariantsInServer, type NightlyCheckOptions } from '#server/operations/invariants/public.ts'
import { type Db, runInTransaction } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { findProofToContinue, finishLedgerProof, isLedgerProofRunning, startLedgerProof } from './proof-store.ts'

/** The time limit for one invariant. Exceeding it ends the proof. */
const SECONDS_EACH = 60

interface ProofOptions {
  /** The proof of the last night: only what is new since then and a part of what is old is checked; without it everything is. */
  last?: NightlyCheckOptions['last'] | undefined
}

/** Runs a proof that was started. A finished proof is not run again. If the proof fails, it is marked as failed and the error is thrown. */
export async function runLedgerProof(db: Db, moment: Moment, id: string, { last }: ProofOptions = {}): Promise<void> {
  if (!(await isLedgerProofRunning(db, id))) return
  try {
    const findings = await checkInvariantsInServer(db, { secondsEach: SECONDS_EACH, night: last && { now: moment.now, last } })
    await runInTransaction(db, (tx) => finishLedgerProof(tx, moment, id, findings))
  } catch (error) {
    await runInTransaction(db, (tx) => finishLedgerProof(tx, moment, id, null))
    throw error
  }
}

/**
 * The nightly job: one proof for each night, however often it is called. A missed night is not repeated, because the next proof checks what
 * that would have checked, too. The first proof checks everything, and so does each after one that has found a breach, until it is mended.
 */
export async function runNightlyLedgerProof(db: Db, moment: Moment): Promise<boolean> {
  const last = await findProofToContinue(db)
  const id = await runInTransaction(db, (tx) => startLedgerProof(tx, moment, { night: toShanghaiDay(moment.now) }))
  if (id === undefined) return false
  await runLedgerProof(db, moment, id, { last })
  return true
}
