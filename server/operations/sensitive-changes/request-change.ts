import { SENSITIVE_CHANGE_DELAY_HOURS } from '#contract/people/staff/dual-control.ts'
import { formatFieldChanges, formatOldAndNewFieldValue } from '#contract/people/staff/field-changes.ts'
import { type SensitiveChangeKind, sensitiveChangeKinds } from '#contract/people/staff/sensitive-change-api.ts'
import type { SensitiveChangeResult } from '#contract/people/staff/sensitive-change-result.ts'
import { hasPermission } from '#contract/platform/core/permissions.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { addHours, formatShanghaiTime } from '#contract/platform/core/shanghai.ts'
import { findStaff } from '#server/people/staff/public.ts'
import { notifyStaff } from '#server/people/staff-notices/public.ts'
import { recordAudit } from '#server/platform/core/audit.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import type { RequestOrigin } from '#server/platform/http/context.ts'
import {
  findPendingSensitiveChange,
  insertSensitiveChange,
  type NewSensitiveChange,
  type SensitiveChangeRecord,
} from './sensitive-change-store.ts'

export const SENSITIVE_CHANGE_APPLIED_AT_ONCE: SensitiveChangeResult = { done: true, changeId: null, takesEffectAt: null }

/** Who is notified of every sensitive change: administrators, who can stop it, finance, and whoever else may see such changes. */
const NOTIFIED_PERMISSION = 'sensitiveChange'

type Described = Pick<SensitiveChangeRecord, 'subject' | 'changes'> & { payload: Pick<SensitiveChangeRecord['payload'], 'kind'> }

/** '收款账户与双人复核限额：账号 由 4000… 改为 6222…' */
export const formatSensitiveChange = ({ payload, subject, changes }: Described): string => {
  const { label } = sensitiveChangeKinds[payload.kind]
  return `${label}${subject === label ? '' : `「${subject}」`}：${formatFieldChanges(changes)}`
}

/** Old and new value of every field, for the audit trail. */
export const toSensitiveChangeAuditFacts = ({
  subject,
  changes,
}: Pick<SensitiveChangeRecord, 'subject' | 'changes'>): Record<string, string> => ({
  subject,
  ...Object.fromEntries(changes.map((change) => [change.name, formatOldAndNewFieldValue(change)])),
})

/** Returns the id of the staff account that a change is about. */
export const getAffectedStaffId = ({ payload }: Pick<SensitiveChangeRecord, 'payload'>): string | undefined =>
  'staffId' in payload ? payload.staffId : undefined

/** Returns the id of the role of the mall's own whose people get more or less by a change. */
export const getAffectedRoleId = ({ payload }: Pick<SensitiveChangeRecord, 'payload'>): string | undefined =>
  'roleId' in payload ? payload.roleId : undefined

interface StaffNotice {
  title: string
  content: string
  /** The account that the change is about; its person is notified, too. */
  staffId?: string | undefined
  /** Who has requested it, and learns what became of it; undefined: he does it himself just now. */
  askedBy?: string
}

/** Notifies a person who is not among those who see every change. */
async function notifyConcerned(tx: Tx, moment: Moment, notice: { id: string | undefined; title: string; content: string; screen: string }) {
  const { id, ...text } = notice
  const person = id === undefined ? undefined : await findStaff(tx, id)
  if (person?.status !== 1 || hasPermission(person, { staff: NOTIFIED_PERMISSION })) return
  await notifyStaff(tx, moment, { to: { staffIds: [person.id] }, kind: 'security', ...text })
}

/** Notifies staff about a change or a setting. */
export async function notifyStaffOfSensitiveChange(tx: Tx, moment: Moment, notice: StaffNotice): Promise<void> {
  const { title, content, staffId, askedBy } = notice
  await notifyStaff(tx, moment, { to: { permission: NOTIFIED_PERMISSION }, kind: 'security', title, content, screen: '/sensitive_changes' })
  await notifyConcerned(tx, moment, { id: staffId, title, content, screen: '/me' })
  if (askedBy !== staffId) await notifyConcerned(tx, moment, { id: askedBy, title, content, screen: '/notices' })
}

/** Notifies staff about a requested change. */
async function notifyOfRequest(
  tx: Tx,
  moment: Moment,
  { change, staffId, takesEffectAt }: { change: NewSensitiveChange; staffId: string; takesEffectAt: Date },
) {
  const name = (await findStaff(tx, staffId))?.name ?? ''
  const until = formatShanghaiTime(takesEffectAt).slice(0, 16)
  const reason = change.reason === undefined ? '' : `原因：${change.reason}。`
  const content = `${name} 提出${formatSensitiveChange(change)}。${reason}将于 ${until} 自动生效；另一位管理员可以同意，任何管理员可以阻止。`
  await notifyStaffOfSensitiveChange(tx, moment, {
    title: `待生效：${sensitiveChangeKinds[change.payload.kind].label}`,
    content,
    staffId: getAffectedStaffId(change),
  })
}

/**
 * Requests a sensitive change. It waits for a second administrator, and takes effect automatically after a day. All administrators and
 * finance are notified, and the audit trail records old and new values. Refuses CHANGE_PENDING if another change of its kind is pending for
 * the same subject.
 */
export async function requestSensitiveChange(
  tx: Tx,
  moment: Moment,
  { change, staffId, origin }: { change: NewSensitiveChange; staffId: string; origin: RequestOrigin },
): Promise<SensitiveChangeResult> {
  const takesEffectAt = addHours(moment.now, SENSITIVE_CHANGE_DELAY_HOURS)
  const changeId = await insertSensitiveChange(tx, moment, { ...change, askedBy: staffId, takesEffectAt })
  if (changeId === undefined) {
    await requireNoPendingSensitiveChange(tx, change.payload.kind, [change.subjectId])
    refuse('CHANGE_PENDING')
  }
  await notifyOfRequest(tx, moment, { change, staffId, takesEffectAt })
  await recordAudit(tx, moment, {
    origin,
    actor: { kind: 'staff', id: staffId },
    action: 'ask sensitive change',
    objectKind: 'change',
    objectId: changeId,
    facts: toSensitiveChangeAuditFacts(change),
  })
  return { done: false, changeId, takesEffectAt }
}

/** Refuses CHANGE_PENDING, with the requester, the change and its time, if a change of a kind is pending for one of the subjects. */
export async function requireNoPendingSensitiveChange(tx: Tx, kind: SensitiveChangeKind, subjectIds: readonly string[]): Promise<void> {
  const waiting = await findPendingSensitiveChange(tx, kind, subjectIds)
  if (!waiting) return
  const by = (await findStaff(tx, waiting.askedBy))?.name ?? ''
  const at = formatShanghaiTime(waiting.askedAt).slice(0, 16)
  const msg = `${by} 已于 ${at} 提出${formatSensitiveChange(waiting)}，尚未生效。请先同意、阻止或由提出人撤回`
  refuse('CHANGE_PENDING', { msg, changeId: waiting.id, by, at: waiting.askedAt.toISOString() })
}
