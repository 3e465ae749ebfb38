import { type FieldChange, formatFieldChanges } from '#contract/people/staff/field-changes.ts'
import type { SensitiveChangeResult } from '#contract/people/staff/sensitive-change-result.ts'
import { findStaff } from '#server/people/staff/public.ts'
import { recordAudit } from '#server/platform/core/audit.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { requireRowVersion } from '#server/platform/core/row-version.ts'
import type { RequestOrigin } from '#server/platform/http/context.ts'
import { notifyStaffOfSensitiveChange, SENSITIVE_CHANGE_APPLIED_AT_ONCE, toSensitiveChangeAuditFacts } from './request-change.ts'

interface Stored {
  rowVersion: number
  changedAt: Date | null
  /** null: nobody, or a person who no longer exists. */
  changedBy: string | null
  /** The fields of the last change, if known. */
  changes?: readonly FieldChange[]
}

/**
 * Refuses ROW_CHANGED, with the person and the fields of the last change, if the stored version is not the one that the editor has read.
 * The caller holds the lock.
 */
export const requireSettingUnchangedSinceRead = (
  tx: Tx,
  seenVersion: number,
  { rowVersion, changedAt, changedBy, changes = [] }: Stored,
): Promise<void> =>
  requireRowVersion({ seen: seenVersion, current: rowVersion }, async () => {
    if (changedAt === null) return undefined
    const by = changedBy === null ? null : ((await findStaff(tx, changedBy))?.name ?? null)
    return { by, at: changedAt, ...(changes.length === 0 ? {} : { what: formatFieldChanges(changes) }) }
  })

interface FirstValue {
  subject: string
  changes: readonly FieldChange[]
  staffId: string
  origin: RequestOrigin
}

/** Records old and new values of a setting in the audit trail. */
export async function recordSettingsAudit(tx: Tx, moment: Moment, { subject, changes, staffId, origin }: FirstValue): Promise<void> {
  await recordAudit(tx, moment, {
    origin,
    actor: { kind: 'staff', id: staffId },
    action: 'change settings',
    objectKind: 'setting',
    objectId: subject,
    facts: toSensitiveChangeAuditFacts({ subject, changes }),
  })
}

/** Notifies staff that a setting got its first value. The person has proved his identity for it. */
export async function notifyStaffOfFirstSettingValue(tx: Tx, moment: Moment, first: FirstValue): Promise<SensitiveChangeResult> {
  const { subject, changes, staffId } = first
  await recordSettingsAudit(tx, moment, first)
  const name = (await findStaff(tx, staffId))?.name ?? ''
  const what = changes.length === 0 ? '与系统默认值相同' : formatFieldChanges(changes)
  await notifyStaffOfSensitiveChange(tx, moment, {
    title: `首次设置：${subject}`,
    content: `${name} 首次设置了${subject}：${what}。已立即生效；此后每次修改须另一位管理员同意或等待 24 小时。`,
  })
  return SENSITIVE_CHANGE_APPLIED_AT_ONCE
}
