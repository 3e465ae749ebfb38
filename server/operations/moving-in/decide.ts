import {
  formatMovingInTotal,
  listDifferingMovingInTotals,
  type MovingInTotals,
  movingInTotals,
} from '#contract/operations/moving-in/shapes.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { requireSecondPerson } from '#server/people/dual-control/public.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { publishEvents } from '#server/platform/core/outbox.ts'
import { recordRowEdit, requireRowAtVersion } from '#server/platform/core/row-edits.ts'
import { countMovingInCompaniesByResult } from './company-store.ts'
import { type MovingInRecord, requireLockedMovingIn, updateMovingInRow } from './moving-in-store.ts'

interface Step {
  id: string
  staffId: string
}

function requireSeen({ triedHash }: MovingInRecord, seen: string): void {
  if (triedHash?.toString('base64url') !== seen) refuse('MOVING_IN_MOVED')
}

/** Replaces the control sums of the older system. Refuses MOVING_IN_NOT_FOUND, MOVING_IN_STATE_WRONG, ROW_CHANGED. */
export async function setMovingInControlSums(
  tx: Tx,
  moment: Moment,
  { id, rowVersion, staffId, ...sums }: MovingInTotals & Step & { rowVersion: number },
): Promise<void> {
  const { sums: before } = await requireLockedMovingIn(tx, id, 'submit')
  const row = { kind: 'movingInSums', key: id } as const
  await requireRowAtVersion(tx, { ...row, seen: rowVersion })
  await updateMovingInRow(tx, id, { sums })
  const changed = keysOf(movingInTotals).filter((total) => before?.[total] !== sums[total])
  const what = changed.map((total) => {
    const [from, to] = [before ? formatMovingInTotal(total, before) : '无', formatMovingInTotal(total, sums)]
    return `${movingInTotals[total].label} 由 ${from} 改为 ${to}`
  })
  await recordRowEdit(tx, moment, { ...row, staffId, what: what.join('；') })
}

/** Refuses totals that differ from the control sums, and lists each difference. */
function requireSameSums({ totals, sums }: MovingInRecord): void {
  if (!sums) refuse('MOVING_IN_SUMS_MISSING')
  if (!totals) refuse('MOVING_IN_MOVED')
  const differences = listDifferingMovingInTotals(totals, sums)
  if (differences.length === 0) return
  const texts = differences.map(
    (total) => `${movingInTotals[total].label}：试算 ${formatMovingInTotal(total, totals)}，旧系统 ${formatMovingInTotal(total, sums)}`,
  )
  refuse('MOVING_IN_SUMS_DIFFER', { msg: `合计与旧系统的核对总数不一致，不能提交。${texts.join('；')}` })
}

/**
 * 提交复核: asks a second person to approve exactly the result of the trial. Refuses MOVING_IN_NOT_FOUND, MOVING_IN_STATE_WRONG,
 * MOVING_IN_MOVED, MOVING_IN_FAULTY, MOVING_IN_SUMS_MISSING, MOVING_IN_SUMS_DIFFER.
 */
export async function submitMovingInForApproval(tx: Tx, moment: Moment, { id, staffId, seen }: Step & { seen: string }): Promise<void> {
  const run = await requireLockedMovingIn(tx, id, 'submit')
  requireSeen(run, seen)
  const { counts } = await countMovingInCompaniesByResult(tx, id)
  if (counts.refused > 0) refuse('MOVING_IN_FAULTY', { msg: `还有 ${counts.refused} 家企业有误，请按原因修改后重新上传` })
  requireSameSums(run)
  await updateMovingInRow(tx, id, { state: 'submitted', submitted: { by: staffId, at: moment.now } })
}

/** 同意迁入 by a second person, with the result that he has seen. Refuses like the submission, SECOND_PERSON_NEEDED, SECOND_PERSON_TIED. */
export async function approveMovingIn(tx: Tx, moment: Moment, { id, staffId, seen }: Step & { seen: string }): Promise<void> {
  const run = await requireLockedMovingIn(tx, id, 'approve')
  requireSeen(run, seen)
  const firstId = run.submittedBy ?? refuse('MOVING_IN_STATE_WRONG')
  await requireSecondPerson(tx, { firstId, secondId: staffId }, moment, '系统迁入须由提交人之外的另一人同意')
  await updateMovingInRow(tx, id, { state: 'applying', approved: { by: staffId, at: moment.now }, doneCount: 0 })
  await publishEvents(tx, moment, [{ topic: 'moving-in.due', payload: { movingInId: id } }])
}

/** Ends a run before anything is moved in. */
export async function cancelMovingIn(tx: Tx, moment: Moment, { id, reason }: { id: string; reason: string }): Promise<void> {
  await requireLockedMovingIn(tx, id, 'cancel')
  await updateMovingInRow(tx, id, { state: 'cancelled', note: reason, endedAt: moment.now })
}

/**
 * Stops between two companies: it waits for the company that is being moved in. It counts the progress again, because the server that
 * worked on the run may be gone.
 */
export async function stopMovingIn(tx: Tx, id: string): Promise<void> {
  const { companyCount } = await requireLockedMovingIn(tx, id, 'stop')
  const { counts, due } = await countMovingInCompaniesByResult(tx, id)
  await updateMovingInRow(tx, id, { state: 'stopped', counts, doneCount: companyCount - due })
}

/** Resumes a run that two people have approved. */
export async function resumeMovingIn(tx: Tx, moment: Moment, id: string): Promise<void> {
  await requireLockedMovingIn(tx, id, 'resume')
  await updateMovingInRow(tx, id, { state: 'applying', note: null })
  await publishEvents(tx, moment, [{ topic: 'moving-in.due', payload: { movingInId: id } }])
}
