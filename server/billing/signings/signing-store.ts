// Reads and writes the table `signing`.
import * as z from 'zod/mini'
import type { Signing } from '#contract/billing/signings/api.ts'
import { openSigningStates, type SigningKind, type SigningParty, type SigningState } from '#contract/billing/signings/signing-lifecycle.ts'
import { Id } from '#contract/platform/core/fields.ts'
import { anyOfIdsSql, anyOfTextsSql, type Db, type Tx } from '#server/platform/core/db.ts'
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
  /** How many questions in a row the provider has not answered. */
  tries: number
  /** The person of the company who has started it; null: staff have. */
  starterUserId: string | null
  createdAt: Date
  expiresAt: Date
  signedAt: Record<SigningParty, Date | null>
  /** The parties and the terms that a contract names, from its signing to its issue; null for other kinds. */
  partiesSealed: Buffer | null
  termsVersion: string | null
  /** The name of the signed file in the store. */
  fileId: string | null
  fileHash: Buffer | null
  storedHash: Buffer | null
  sealedKey: Buffer | null
}

/** The columns of a row, for a query with conditions of its own. */
export const signingColumns = [
  ...(['enterprise_id', 'id', 'kind', 'subject', 'document_no', 'title', 'version', 'content_hash', 'state', 'task_id', 'reason'] as const),
  ...(['created_at', 'expires_at', 'buyer_signed_at', 'seller_signed_at', 'user_id', 'parties_sealed', 'terms_version'] as const),
  ...(['file_id', 'file_hash', 'stored_hash', 'sealed_key', 'tries'] as const),
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
  tries: row.tries,
  starterUserId: row.user_id,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  signedAt: { buyer: row.buyer_signed_at, seller: row.seller_signed_at },
  partiesSealed: row.parties_sealed,
  termsVersion: row.terms_version,
  fileId: row.file_id,
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

/** Under way or done. A notice about one that is done counts, too, because it can be revoked at the provider. */
const countingStates = [...openSigningStates, 'SIGNED'] as const

/** Tells the job to ask the provider about some signings of a company now. */
export async function scheduleSigningQueriesNow(tx: Tx, moment: Moment, enterpriseId: string, ids: readonly string[]): Promise<void> {
  await tx
    .updateTable('signing')
    .set({ next_query_at: moment.now })
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', anyOfIdsSql(ids))
    .where('state', 'in', countingStates)
    .execute()
  await publishEvents(
    tx,
    moment,
    ids.map((signingId) => ({ topic: 'signing.asked', enterpriseId, payload: { enterpriseId, signingId } }) as const),
  )
}

export interface NewSigning extends DocumentRef {
  id: string
  documentNo: string
  title: string
  contentHash: Buffer
  partiesSealed: Buffer | null
  termsVersion: string | null
  expiresAt: Date
  /** Who starts it: a person of the company, or one of staff. */
  starter: { userId: string } | { staffId: string }
}

/** Lists the signings of a document, the newest first. */
export const listSigningsOfDocument = async (db: Db, { enterpriseId, kind, subject }: DocumentRef): Promise<SigningRow[]> =>
  (
    await select(db)
      .where('enterprise_id', '=', enterpriseId)
      .where('kind', '=', kind)
      .where('subject', '=', subject)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .execute()
  ).map(toSigningRow)

export const OUTDATED_REASON = '文件内容已变更，以新版本为准'

export async function findSigning(db: Db, { enterpriseId, id }: SigningRef): Promise<SigningRow | undefined> {
  const row = await select(db).where('enterprise_id', '=', enterpriseId).where('id', '=', id).executeTakeFirst()
  return row && toSigningRow(row)
}

/**
 * Lists the signings of a kind that are under way or done, of the given documents or of all, the newest last: who looks them up by document gets
 * the parties of the newest version.
 */
export async function listCountingSignings(
  db: Db,
  { enterpriseId, kind, subjects }: { enterpriseId: string; kind: SigningKind; subjects: readonly string[] | undefined },
): Promise<SigningRow[]> {
  const rows = await select(db)
    .where('enterprise_id', '=', enterpriseId)
    .where('kind', '=', kind)
    .where('state', 'in', countingStates)
    .$if(subjects !== undefined, (query) => query.where('subject', '=', anyOfTextsSql(subjects ?? [])))
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(toSigningRow)
}

/**
 * Finds the signing of a task of the provider, which knows no companies: by our reference, which may be any text, or by its number, which is not
 * kept before the answer to its creation.
 */
export async function findSigningRefByTask(
  db: Db,
  { taskId, reference }: { taskId: string; reference: string },
): Promise<SigningRef | undefined> {
  const { data: id } = z.safeParse(Id, reference)
  const found = withoutTenantGuard(db, 'finding work').selectFrom('signing').select(['enterprise_id', 'id'])
  const row =
    (id === undefined ? undefined : await found.where('id', '=', id).executeTakeFirst()) ??
    (await found.where('task_id', '=', taskId).where('task_id', '<>', '').executeTakeFirst())
  return row && { enterpriseId: row.enterprise_id, id: row.id }
}
