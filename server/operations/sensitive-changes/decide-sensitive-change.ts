import { sensitiveChangeKinds } from '#contract/people/staff/sensitive-change-api.ts'
import { hasPermission } from '#contract/platform/core/permissions.ts'
import { Refusal } from '#contract/platform/core/refusal.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { requireSecondPerson } from '#server/people/dual-control/public.ts'
import { findCustomRolesOfStaff, findStaff, lockStaffAndAllAdmins } from '#server/people/staff/public.ts'
import { recordAudit } from '#server/platform/core/audit.ts'
import { type Db, runInTransaction, type Tx } from '#server/platform/core/db.ts'
import { forEachCollectingErrors } from '#server/platform/core/isolated-batches.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import type { Staff } from '#server/platform/http/caller.ts'
import type { RequestOrigin } from '#server/platform/http/context.ts'
import { getSensitiveChangeEffect, type SensitiveChangeContext } from './effects.ts'
import {
  formatSensitiveChange,
  getAffectedRoleId,
  getAffectedStaffId,
  notifyStaffOfSensitiveChange,
  toSensitiveChangeAuditFacts,
} from './request-change.ts'
import {
  findDueSensitiveChanges,
  lockPendingSensitiveChange,
  type SensitiveChangeRecord,
  updateSensitiveChangeState,
} from './sensitive-change-store.ts'

/** Locks a pending change. Refuses SENSITIVE_CHANGE_NOT_FOUND, SENSITIVE_CHANGE_DECIDED. */
async function lockPending(tx: Tx, id: string): Promise<SensitiveChangeRecord> {
  const change = (await lockPendingSensitiveChange(tx, id)) ?? refuse('SENSITIVE_CHANGE_NOT_FOUND')
  if (change.state !== 'PENDING') refuse('SENSITIVE_CHANGE_DECIDED')
  return change
}

/** The person who decides and the origin of the call; undefined: the job. */
interface Decider {
  staffId: string
  origin: RequestOrigin
}

async function record(
  tx: Tx,
  moment: Moment,
  change: SensitiveChangeRecord,
  decider: Decider | undefined,
  action: 'apply sensitive change' | 'stop sensitive change',
) {
  await recordAudit(tx, moment, {
    origin: decider?.origin ?? { requestId: moment.newId(), ip: '' },
    actor: decider ? { kind: 'staff', id: decider.staffId } : { kind: 'system' },
    action,
    objectKind: 'change',
    objectId: change.id,
    facts: toSensitiveChangeAuditFacts(change),
  })
}

const nameOf = async (tx: Tx, decider: Decider | undefined): Promise<string> =>
  decider ? ((await findStaff(tx, decider.staffId))?.name ?? '') : '系统'

/** Applies a change if its requester still has the required permission, and notifies staff. */
async function takeEffect(context: SensitiveChangeContext, change: SensitiveChangeRecord, decider: Decider | undefined): Promise<void> {
  const { tx, moment } = context
  const asker = await findStaff(tx, change.askedBy)
  const { askerNeeds, apply } = getSensitiveChangeEffect(change)
  if (asker?.status !== 1 || !hasPermission(asker, askerNeeds)) refuse('SENSITIVE_CHANGE_LAPSED')
  await apply(context, change as never)
  await updateSensitiveChangeState(tx, moment, change, decider ? { verb: 'approve', staffId: decider.staffId } : { verb: 'takeEffect' })
  await record(tx, moment, change, decider, 'apply sensitive change')
  const how = decider ? `${await nameOf(tx, decider)} 同意` : '24 小时内无人阻止'
  const content = `${asker.name} 提出的${formatSensitiveChange(change)} 已生效（${how}）。`
  await notifyStaffOfSensitiveChange(tx, moment, {
    title: `已生效：${sensitiveChangeKinds[change.kind].label}`,
    content,
    staffId: getAffectedStaffId(change),
    askedBy: change.askedBy,
  })
}

/** 同意: approves a change, which takes effect at once. Neither the requester nor a person whose account or role it is about can approve it. */
export async function approveSensitiveChange(
  context: SensitiveChangeContext,
  caller: Staff,
  { id, origin }: { id: string; origin: RequestOrigin },
): Promise<void> {
  const { tx, moment } = context
  const change = await lockPending(tx, id)
  const people = { firstId: change.askedBy, secondId: caller.staffId }
  await requireSecondPerson(tx, people, moment, '不能同意自己提出的变更，请由另一位管理员同意')
  if (getAffectedStaffId(change) === caller.staffId) refuse('OWN_ACCOUNT')
  const held = await findCustomRolesOfStaff(tx, caller.staffId)
  if (held.some(({ roleId }) => roleId === getAffectedRoleId(change))) refuse('OWN_ROLE')
  await takeEffect(context, change, { staffId: caller.staffId, origin })
}

interface Stop {
  id: string
  reason?: string
  decider: Decider
}

/** 阻止 by any administrator, 撤回 by the requester. */
export async function stopOrWithdrawSensitiveChange(tx: Tx, moment: Moment, { id, reason, decider }: Stop): Promise<void> {
  const change = await lockPending(tx, id)
  const withdraws = reason === undefined
  if (withdraws && change.askedBy !== decider.staffId) refuse('SENSITIVE_CHANGE_NOT_FOUND')
  const step = { staffId: decider.staffId, ...(withdraws ? {} : { note: reason }) }
  await updateSensitiveChangeState(tx, moment, change, { verb: withdraws ? 'withdraw' : 'reject', ...step })
  await record(tx, moment, change, decider, 'stop sensitive change')
  const what = `${await nameOf(tx, decider)} ${withdraws ? '撤回' : '阻止'}了${formatSensitiveChange(change)}`
  const title = `${withdraws ? '已撤回' : '已阻止'}：${sensitiveChangeKinds[change.kind].label}`
  await notifyStaffOfSensitiveChange(tx, moment, {
    title,
    content: `${what}。${withdraws ? '' : `原因：${reason}。`}`,
    staffId: getAffectedStaffId(change),
    ...(withdraws ? {} : { askedBy: change.askedBy }),
  })
}

/** Ends a change that cannot be applied any more when it is due. */
async function lapse(tx: Tx, moment: Moment, id: string, why: string): Promise<void> {
  const change = await lockPendingSensitiveChange(tx, id)
  if (change?.state !== 'PENDING') return
  await updateSensitiveChangeState(tx, moment, change, { verb: 'lapse', note: why })
  await record(tx, moment, change, undefined, 'stop sensitive change')
  const title = `未生效：${sensitiveChangeKinds[change.kind].label}`
  await notifyStaffOfSensitiveChange(tx, moment, {
    title,
    content: `${formatSensitiveChange(change)} 到时未能生效：${why}`,
    staffId: getAffectedStaffId(change),
    askedBy: change.askedBy,
  })
}

/** Applies one change that is due. Returns whether it was applied; one that cannot be applied any more is ended. */
async function applyDue({ db, keys }: { db: Db; keys: Keys }, moment: Moment, due: SensitiveChangeRecord): Promise<boolean> {
  await getSensitiveChangeEffect(due).before?.(db, moment)
  try {
    return await runInTransaction(db, async (tx) => {
      // Accounts are locked before the change, in the same sequence as when a person approves it.
      await lockStaffAndAllAdmins(tx, due.askedBy)
      const change = await lockPendingSensitiveChange(tx, due.id)
      if (change?.state !== 'PENDING') return false
      await takeEffect({ tx, moment, keys }, change, undefined)
      return true
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await runInTransaction(db, (tx) => lapse(tx, moment, due.id, error.message))
    return false
  }
}

/**
 * Applies all changes that nobody has stopped within a day, in one transaction each, so that a failing one does not stop the others.
 * Returns how many were applied. Throws an AggregateError of the failures, which are tried again the next time.
 */
export async function applyDueSensitiveChanges(context: { db: Db; keys: Keys }, moment: Moment): Promise<number> {
  return forEachCollectingErrors(await findDueSensitiveChanges(context.db, moment), (due) => applyDue(context, moment, due))
}
