// Reads and writes the table `signing`.
import { sql } from 'kysely'
import { SIGNING_SUBJECTS_MAX, type Signing } from '#contract/billing/signings/api.ts'
import {
  isSigningOpen,
  openSigningStates,
  type SigningKind,
  type SigningParty,
  type SigningState,
} from '#contract/billing/signings/signing-lifecycle.ts'
import { anyOfIdsSql, type Db, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { publishEvents } from '#server/platform/core/outbox.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'

/** Names a signing. */
export interface SigningRef {
  enterpriseId: string
  id: string
}

/** Names a document of a company. */
export interface DocumentRef {
  enterpriseId: string
  kind: SigningKind
  subject: string
}

/** A signing as it is stored. Dates of what has not happened are null. */
export interface SigningRow extends SigningRef, DocumentRef {
  documentNo: string
  /** What the signers read above it, by which its task is found at the provider. */
  title: string
  version: number
  contentHash: Buffer
  state: SigningState
  taskId: string
  reason: string
  /** The person of the company who has started it; null: staff have. */
  starterUserId: string | null
  createdAt: Date
  expiresAt: Date
  signedAt: Record<SigningParty, Date | null>
  fileHash: Buffer | null
  storedHash: Buffer | null
  sealedKey: Buffer | null
}

/** The columns of a row, for a query with conditions of its own. */
export const signingColumns = [
  ...(['enterprise_id', 'id', 'kind', 'subject', 'document_no', 'title', 'version', 'content_hash', 'state', 'task_id', 'reason'] as const),
  ...(['created_at', 'expires_at', 'buyer_signed_at', 'seller_signed_at', 'file_hash', 'stored_hash', 'sealed_key', 'user_id'] as const),
] as const

const select = (db: Db) => db.selectFrom('signing').select(signingColumns)

export const toSigningRow = (row: Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number]): SigningRow => ({
  enterpriseId: row.enterprise_id,
  id: row.id,
  kind: row.kind,
  subject: row.subject,
  documentNo: row.document_no,
  title: row.title,
  version: row.version,
  contentHash: row.content_hash,
  state: row.state,
  taskId: row.task_id,
  reason: row.reason,
  starterUserId: row.user_id,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  signedAt: { buyer: row.buyer_signed_at, seller: row.seller_signed_at },
  fileHash: row.file_hash,
  storedHash: row.stored_hash,
  sealedKey: row.sealed_key,
})

/** A signing as screens show it. */
export const toSigning = ({ contentHash, signedAt, fileHash, ...row }: SigningRow): Signing => ({
  id: row.id,
  kind: row.kind,
  subject: row.subject,
  documentNo: row.documentNo,
  version: row.version,
  hash: contentHash.toString('hex'),
  state: row.state,
  reason: row.reason,
  createdAt: row.createdAt,
  expiresAt: row.expiresAt,
  buyerSignedAt: signedAt.buyer,
  sellerSignedAt: signedAt.seller,
  fileHash: fileHash === null ? null : fileHash.toString('hex'),
})

/** Tells the job to ask the provider about some signings of a company now. */
export async function scheduleSigningQueriesNow(tx: Tx, moment: Moment, enterpriseId: string, ids: readonly string[]): Promise<void> {
  await tx
    .updateTable('signing')
    .set({ next_query_at: moment.now })
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', anyOfIdsSql(ids))
    .where('state', 'in', openSigningStates)
    .execute()
  await publishEvents(
    tx,
    moment,
    ids.map((signingId) => ({ topic: 'signing.asked', enterpriseId, payload: { enterpriseId, signingId } }) as const),
  )
}

export interface NewSigning extends DocumentRef {
  documentNo: string
  title: string
  contentHash: Buffer
  expiresAt: Date
  /** Who starts it: a person of the company, or one of staff. */
  starter: { userId: string } | { staffId: string }
}

/** Finds the signings of a document that count, the newest first. */
const listOfDocument = async (db: Db, { enterpriseId, kind, subject }: DocumentRef): Promise<SigningRow[]> =>
  (
    await select(db)
      .where('enterprise_id', '=', enterpriseId)
      .where('kind', '=', kind)
      .where('subject', '=', subject)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .execute()
  ).map(toSigningRow)

const counts = ({ state }: SigningRow): boolean => isSigningOpen(state) || state === 'SIGNED'
export const OUTDATED_REASON = '文件已变更或取消'

/**
 * Inserts a signing and returns its id, or that of the one that the version has. Signings of earlier versions become void: those that are
 * signed at once, those that are open as soon as the provider has ended them.
 */
export async function insertSigning(tx: Tx, moment: Moment, { starter, ...given }: NewSigning): Promise<string> {
  const { enterpriseId, kind, subject } = given
  const before = await listOfDocument(tx, given)
  const same = before.filter(({ contentHash }) => contentHash.equals(given.contentHash))
  const version = same[0]?.version ?? Math.max(0, ...before.map((one) => one.version)) + 1
  const row = await tx
    .insertInto('signing')
    .values({
      enterprise_id: enterpriseId,
      id: moment.newId(),
      kind,
      subject,
      document_no: given.documentNo,
      title: given.title,
      version,
      content_hash: given.contentHash,
      state: 'DRAFT',
      user_id: 'userId' in starter ? starter.userId : null,
      staff_id: 'staffId' in starter ? starter.staffId : null,
      created_at: moment.now,
      state_at: moment.now,
      expires_at: given.expiresAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  // Another call of the same moment may have inserted it.
  if (!row) return (await listOfDocument(tx, given)).find((one) => counts(one) && one.contentHash.equals(given.contentHash))?.id ?? ''
  const former = before.filter((one) => counts(one) && !one.contentHash.equals(given.contentHash))
  const open = former.filter(({ state }) => isSigningOpen(state))
  await tx
    .updateTable('signing')
    .set({ state: 'VOID', reason: OUTDATED_REASON, state_at: moment.now })
    .where('enterprise_id', '=', enterpriseId)
    .where('state', '=', 'SIGNED')
    .where('id', '=', anyOfIdsSql(former.map(({ id }) => id)))
    .execute()
  await scheduleSigningQueriesNow(tx, moment, enterpriseId, [row.id, ...open.map(({ id }) => id)])
  return row.id
}

export async function findSigning(db: Db, { enterpriseId, id }: SigningRef): Promise<SigningRow | undefined> {
  const row = await select(db).where('enterprise_id', '=', enterpriseId).where('id', '=', id).executeTakeFirst()
  return row && toSigningRow(row)
}

/** Lists the newest signing of each document of a kind: of the given ones, or of those that were signed last. */
export async function listLatestSignings(
  db: Db,
  { enterpriseId, kind, subjects }: { enterpriseId: string; kind: SigningKind; subjects: readonly string[] | undefined },
): Promise<SigningRow[]> {
  let latest = db
    .selectFrom('signing')
    .distinctOn('subject')
    .select(signingColumns)
    .where('enterprise_id', '=', enterpriseId)
    .where('kind', '=', kind)
    .orderBy('subject')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
  if (subjects) latest = latest.where('subject', '=', sql<string>`any(${[...subjects]}::text[])`)
  const rows = await db
    .selectFrom(latest.as('latest'))
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(SIGNING_SUBJECTS_MAX)
    .execute()
  return rows.map(toSigningRow)
}

/** Finds the signing of a task of the provider, which knows no companies. */
export async function findSigningRefByTask(db: Db, taskId: string): Promise<SigningRef | undefined> {
  const row = await withoutTenantGuard(db, 'finding work')
    .selectFrom('signing')
    .select(['enterprise_id', 'id'])
    .where('task_id', '=', taskId)
    .where('task_id', '<>', '')
    .executeTakeFirst()
  return row && { enterpriseId: row.enterprise_id, id: row.id }
}

/** How many signings one run of the job asks about. */
const DUE_MAX = 200

export async function findDueSigningRefs(db: Db, now: Date): Promise<SigningRef[]> {
  const rows = await withoutTenantGuard(db, 'finding work')
    .selectFrom('signing')
    .select(['enterprise_id', 'id'])
    .where('next_query_at', '<=', now)
    .orderBy('next_query_at')
    .limit(DUE_MAX)
    .execute()
  return rows.map((row) => ({ enterpriseId: row.enterprise_id, id: row.id }))
}

/** How long the calls to the provider for one signing may take together. */
const CLAIM_MS = 120_000

/** Claims an open signing for calls to the provider; undefined: it is closed, or somebody else calls. */
export async function claimSigning(tx: Tx, moment: Moment, { enterpriseId, id }: SigningRef): Promise<SigningRow | undefined> {
  const row = await tx
    .updateTable('signing')
    .set({ claimed_until: new Date(moment.now.getTime() + CLAIM_MS) })
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', id)
    .where('state', 'in', openSigningStates)
    .where((eb) => eb.or([eb('claimed_until', 'is', null), eb('claimed_until', '<=', moment.now)]))
    .returning(signingColumns)
    .executeTakeFirst()
  return row && toSigningRow(row)
}

/** What a call to the provider has brought. What is left out stays. */
export interface SigningChange {
  state?: SigningState
  reason?: string
  taskId?: string
  signedAt?: Readonly<Partial<Record<SigningParty, Date>>>
  file?: { fileHash: Buffer; storedHash: Buffer; sealedKey: Buffer }
  /** When the provider is asked again; null: never. */
  nextQueryAt: Date | null
}

/** Writes what has become of a claimed signing, and ends the claim. Returns whether its state has moved, which happens once. */
export async function updateClaimedSigning(tx: Tx, moment: Moment, signing: SigningRow, change: SigningChange): Promise<boolean> {
  const { enterpriseId, id, state } = signing
  const { file, signedAt = {} } = change
  const changed = {
    claimed_until: null,
    next_query_at: change.nextQueryAt,
    state: change.state ?? state,
    reason: change.reason ?? signing.reason,
    task_id: change.taskId ?? signing.taskId,
    buyer_signed_at: signedAt.buyer ?? signing.signedAt.buyer,
    seller_signed_at: signedAt.seller ?? signing.signedAt.seller,
  }
  const isMoved = change.state !== undefined && change.state !== state
  const moved = isMoved ? { state_at: moment.now } : {}
  const kept = file ? { file_hash: file.fileHash, stored_hash: file.storedHash, sealed_key: file.sealedKey } : {}
  const { numUpdatedRows } = await tx
    .updateTable('signing')
    .set(Object.assign(changed, moved, kept))
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', id)
    .where('state', '=', state)
    .executeTakeFirst()
  return isMoved && numUpdatedRows > 0n
}
