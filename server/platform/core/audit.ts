import type { ImportedFileKind } from '#contract/platform/core/audit-objects.ts'
import { type Db, sendWithNextStatement, type Tx } from './db.ts'
import type { Moment } from './moment.ts'

export interface AuditEntry {
  origin: { requestId: string; ip: string }
  actor: {
    kind: 'guest' | 'member' | 'staff' | 'system' | 'machine'
    id?: string
    enterpriseId?: string
    /** The parent as whose buyer the person acts (集团采购). */
    parentName?: string | null
  }
  /** The path of the call or the name of the action. */
  action: string
  objectKind?: string | undefined
  objectId?: string | undefined
  outcome?: 'ok' | 'refused'
  reason?: string
  /** Masked values only: never passwords, codes, tokens, or full numbers of identity documents, bank accounts or mobiles. */
  facts?: Record<string, unknown>
}

/** Adds a row to the audit log. A write records in its own transaction. A refusal is recorded in a separate one. */
export const recordAudit = (db: Db, moment: Moment, entry: AuditEntry): Promise<void> => recordAudits(db, moment, [entry])

/** Does the same, sent with the next statement of the transaction or with its commit. */
export const recordAuditWithNextStatement = (tx: Tx, moment: Moment, entry: AuditEntry): Promise<void> =>
  sendWithNextStatement(tx, buildAuditInsert(tx, moment, [entry]))

/** Adds several rows with one statement. */
export async function recordAudits(db: Db, moment: Moment, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return
  await buildAuditInsert(db, moment, entries).execute()
}

/** Whether a request has left an entry. */
export async function hasAuditEntryOfRequest(db: Db, requestId: string): Promise<boolean> {
  return (await db.selectFrom('audit_log').select('id').where('request_id', '=', requestId).limit(1).executeTakeFirst()) !== undefined
}

/** A file that staff have read in: how many rows it had, and how many of them were refused. */
interface ImportedFile {
  kind: ImportedFileKind
  fileName: string
  rows: number
  refused: number
  /** The record of the import, if it keeps one. */
  importId?: string
}

/** Records that a file was read in, in the transaction that writes what it says. */
export const recordFileImport = (
  tx: Tx,
  moment: Moment,
  { origin, staffId, importId, ...facts }: ImportedFile & { origin: AuditEntry['origin']; staffId: string },
): Promise<void> =>
  recordAudit(tx, moment, {
    origin,
    actor: { kind: 'staff', id: staffId },
    action: 'import file',
    objectKind: 'import',
    objectId: importId,
    facts: Object.fromEntries(Object.entries(facts)),
  })

const buildAuditInsert = (db: Db, moment: Moment, entries: readonly AuditEntry[]) =>
  db.insertInto('audit_log').values(entries.map((entry) => toAuditRow(moment, entry)))

const toAuditRow = (moment: Moment, entry: AuditEntry) => ({
  at: moment.now,
  id: moment.newId(),
  request_id: entry.origin.requestId,
  actor_kind: entry.actor.kind,
  actor_id: entry.actor.id ?? null,
  enterprise_id: entry.actor.enterpriseId ?? null,
  parent_name: entry.actor.parentName ?? null,
  ip: entry.origin.ip,
  action: entry.action,
  object_kind: entry.objectKind ?? null,
  object_id: entry.objectId ?? null,
  outcome: entry.outcome ?? 'ok',
  reason: entry.reason ?? null,
  facts: entry.facts ? JSON.stringify(entry.facts) : null,
})
