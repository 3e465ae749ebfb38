import { dayOf } from '#contract/platform/core/shanghai.ts'
import { checkInvariantsInServer } from '#server/operations/invariants/public.ts'
import { type Db, inTransaction } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { finishProof, isProofRunning, startProof } from './proof-store.ts'

/** One invariant that takes longer than this ends the proof. */
const SECONDS_EACH = 60

/** Carries a proof out that has begun. Asked for twice, the second finds it done. A proof that cannot be carried out is marked so, and thrown. */
export async function runProof(db: Db, moment: Moment, id: string): Promise<void> {
  if (!(await isProofRunning(db, id))) return
  try {
    const findings = await checkInvariantsInServer(db, { secondsEach: SECONDS_EACH })
    await inTransaction(db, (tx) => finishProof(tx, moment, id, findings))
  } catch (error) {
    await inTransaction(db, (tx) => finishProof(tx, moment, id, null))
    throw error
  }
}

/** The job: one proof a night, be it asked for how often; after a night off there is nothing to make up for, the next one sees it all. */
export async function runNightlyProof(db: Db, moment: Moment): Promise<boolean> {
  const id = await inTransaction(db, (tx) => startProof(tx, moment, { night: dayOf(moment.now) }))
  if (id === undefined) return false
  await runProof(db, moment, id)
  return true
}
