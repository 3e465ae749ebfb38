// Reads and writes the table `sensitive_change`: changes that wait for a second administrator or until a day has passed.
import { sql } from 'kysely'
import type { FieldChange } from '#contract/people/staff/field-changes.ts'
import type { SensitiveChangeKind } from '#contract/people/staff/sensitive-change-api.ts'
import { type SensitiveChangeState, sensitiveChangeLifecycle } from '#contract/people/staff/sensitive-change-lifecycle.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { fetchPageWithTotal } from '#server/platform/core/paging.ts'
import type { SensitiveChangePayload } from './payloads.ts'

/** A requested change. */
export interface NewSensitiveChange {
  /** The data that is applied when it takes effect, by kind. */
  payload: SensitiveChangePayload
  /** The subject of the change. Only one change of a kind can wait for a subject at a time. */
  subjectId: string
  /** The name of the subject, for people. */
  subject: string
  changes: readonly FieldChange[]
  reason?: string
}

export interface SensitiveChangeRecord extends NewSensitiveChange {
  id: string
  kind: SensitiveChangeKind
  state: SensitiveChangeState
  askedBy: string
  askedAt: Date
  takesEffectAt: Date
  decidedBy: string | null
  decidedAt: Date | null
  note: string | null
}

const rows = (db: Db) => db.selectFrom('sensitive_change').selectAll()
type Row = Awaited<ReturnType<ReturnType<typeof rows>['executeTakeFirstOrThrow']>>

/**
 * The kind in the table. The list of the release before fails on kinds that it does not know, so changes of roles are stored as changes of
 * staff, and the payload tells them apart. That release cannot apply them, because they name no account.
 */
const toStoredKind = (kind: SensitiveChangeKind): SensitiveChangeKind => (kind === 'customRole' ? 'staffRoles' : kind)

const changeFrom = (row: Row): SensitiveChangeRecord => ({
  id: row.id,
  kind: (row.payload as SensitiveChangePayload).kind,
  payload: row.payload as SensitiveChangePayload,
  subjectId: row.subject_id,
  subject: row.subject,
  changes: row.changes as FieldChange[],
  state: row.state,
  askedBy: row.asked_by,
  askedAt: row.asked_at,
  takesEffectAt: row.takes_effect_at,
  decidedBy: row.decided_by,
  decidedAt: row.decided_at,
  note: row.note,
  ...(row.reason === null ? {} : { reason: row.reason }),
})

/** Inserts a pending change. Returns undefined if one of its kind is pending for the same subject. */
export async function insertSensitiveChange(
  tx: Tx,
  moment: Moment,
  { payload, subjectId, subject, changes, reason, askedBy, takesEffectAt }: NewSensitiveChange & { askedBy: string; takesEffectAt: Date },
): Promise<string | undefined> {
  const id = moment.newId()
  const row = await tx
    .insertInto('sensitive_change')
    .values({
      id,
      kind: toStoredKind(payload.kind),
      subject_id: subjectId,
      subject,
      changes: JSON.stringify(changes),
      payload: JSON.stringify(payload),
      reason: reason ?? null,
      state: 'PENDING',
      asked_by: askedBy,
      asked_at: moment.now,
      takes_effect_at: takesEffectAt,
    })
    // A literal: with a parameter, a generic plan of PostgreSQL would not match the partial index.
    .onConflict((conflict) => conflict.columns(['kind', 'subject_id']).where(sql<boolean>`state = 'PENDING'`).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** Returns a pending change of a kind for one of the given subjects. */
export async function findPendingSensitiveChange(
  db: Db,
  kind: SensitiveChangeKind,
  subjectIds: readonly string[],
): Promise<SensitiveChangeRecord | undefined> {
  if (subjectIds.length === 0) return undefined
  const pending = rows(db)
    .where('kind', '=', toStoredKind(kind))
    .where('subject_id', 'in', [...subjectIds])
    .where('state', '=', 'PENDING')
  const row = await pending.orderBy('asked_at').limit(1).executeTakeFirst()
  return row && changeFrom(row)
}

export async function findSensitiveChange(db: Db, id: string): Promise<SensitiveChangeRecord | undefined> {
  const row = await rows(db).where('id', '=', id).executeTakeFirst()
  return row && changeFrom(row)
}

/** Finds a pending change and locks it until the transaction ends. */
export async function lockPendingSensitiveChange(tx: Tx, id: string): Promise<SensitiveChangeRecord | undefined> {
  const row = await rows(tx).where('id', '=', id).forUpdate().executeTakeFirst()
  return row && changeFrom(row)
}

/** Finds changes that are due, earliest first. */
export async function findDueSensitiveChanges(db: Db, { now }: Moment): Promise<SensitiveChangeRecord[]> {
  const due = await rows(db)
    .where('state', '=', 'PENDING')
    .where('takes_effect_at', '<=', now)
    .orderBy('takes_effect_at')
    .orderBy('id')
    .execute()
  return due.map(changeFrom)
}

export interface SensitiveChangeStateUpdate {
  verb: keyof typeof sensitiveChangeLifecycle.verbs
  /** The person who decides; undefined: the job. */
  staffId?: string
  note?: string
}

/** Sets the state of a pending change that the caller has locked. */
export async function updateSensitiveChangeState(
  tx: Tx,
  moment: Moment,
  { id }: Pick<SensitiveChangeRecord, 'id'>,
  { verb, staffId, note }: SensitiveChangeStateUpdate,
): Promise<void> {
  const { from, to } = sensitiveChangeLifecycle.verbs[verb]
  await tx
    .updateTable('sensitive_change')
    .set({ state: to, decided_by: staffId ?? null, decided_at: moment.now, note: note ?? null })
    .where('id', '=', id)
    .where('state', 'in', from)
    .execute()
}

export interface SensitiveChangeFilter {
  state?: SensitiveChangeState | undefined
  kinds?: readonly SensitiveChangeKind[] | undefined
  /** Only those that this person has requested. */
  askedBy?: string | undefined
  limit: number
  offset: number
}

/** Returns a page of changes: pending ones first, by the time when they take effect; then the others, latest first. */
export async function listSensitiveChanges(
  db: Db,
  { state, kinds, askedBy, limit, offset }: SensitiveChangeFilter,
): Promise<{ changes: SensitiveChangeRecord[]; total: number }> {
  let wanted = db.selectFrom('sensitive_change')
  if (state !== undefined) wanted = wanted.where('state', '=', state)
  if (askedBy !== undefined) wanted = wanted.where('asked_by', '=', askedBy)
  if (kinds !== undefined) wanted = wanted.where('kind', 'in', kinds.map(toStoredKind))
  const { rows: page, total } = await fetchPageWithTotal(
    wanted
      .selectAll()
      .orderBy((eb) => eb('state', '=', 'PENDING'), 'desc')
      .orderBy((eb) => eb.case().when('state', '=', 'PENDING').then(eb.ref('takes_effect_at')).end(), 'asc')
      .orderBy('asked_at', 'desc')
      .orderBy('id', 'desc'),
    wanted,
    { limit, offset },
  )
  return { changes: page.map(changeFrom), total }
}
