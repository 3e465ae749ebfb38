import { sql } from 'kysely'
import { SIGNING_SUBJECTS_MAX, type Signing } from '#contract/billing/signings/api.ts'
import type { ConsoleSigning, consoleSigningEndpoints } from '#contract/billing/signings/console-api.ts'
import type { SigningKind } from '#contract/billing/signings/signing-lifecycle.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import { attachEnterpriseNamesToRows } from '#server/people/organisation/public.ts'
import { anyOfTextsSql, type Db } from '#server/platform/core/db.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import { fetchPageWithTotal, toSlice } from '#server/platform/core/paging.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'
import { createVoidReasonFinder } from './changed-documents.ts'
import { type SigningRow, signingColumns, toSigning, toSigningRow } from './signing-store.ts'

/** Lists the newest signing of each document of a kind: of the given ones, or of those that were signed last. */
async function listLatestSignings(
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
  if (subjects) latest = latest.where('subject', '=', anyOfTextsSql(subjects))
  const rows = await db
    .selectFrom(latest.as('latest'))
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(SIGNING_SUBJECTS_MAX)
    .execute()
  return rows.map(toSigningRow)
}

/** More versions are not listed: each needs both sides to sign. */
const FORMER_MAX = 100

/** Lists the earlier signings of some documents of a kind that have a signed file, the newest first. `latest` are the newest ones. */
async function listFormerSignedSignings(
  db: Db,
  { enterpriseId, kind, latest }: { enterpriseId: string; kind: SigningKind; latest: readonly SigningRow[] },
): Promise<SigningRow[]> {
  if (latest.length === 0) return []
  const rows = await db
    .selectFrom('signing')
    .select(signingColumns)
    .where('enterprise_id', '=', enterpriseId)
    .where('kind', '=', kind)
    .where('subject', '=', anyOfTextsSql(latest.map(({ subject }) => subject)))
    .where('id', '!=', sql<string>`all(${latest.map(({ id }) => id)}::uuid[])`)
    .where('file_id', 'is not', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(FORMER_MAX)
    .execute()
  return rows.map(toSigningRow)
}

/**
 * Lists the newest signing of each document of a kind, and the earlier ones with a signed file. One whose document has changed is void already,
 * before the provider has heard of it.
 */
export async function listSigningsOfDocuments(
  db: Db,
  keys: Keys,
  given: { enterpriseId: string; kind: SigningKind; subjects: readonly string[] | undefined },
): Promise<{ signings: Signing[]; former: Signing[] }> {
  const rows = await listLatestSignings(db, given)
  const findReason = await createVoidReasonFinder(db, keys, given.enterpriseId, rows)
  const signings = rows.map((row) => {
    const signing = toSigning(row)
    const reason = findReason(row)
    return reason === undefined ? signing : Object.assign(signing, { state: 'VOID' as const, reason })
  })
  const former = await listFormerSignedSignings(db, { enterpriseId: given.enterpriseId, kind: given.kind, latest: rows })
  return { signings, former: former.map(toSigning) }
}

type ListInput = InputOf<typeof consoleSigningEndpoints.list>

/** Lists a page of the signings of all companies, newest first. */
export async function listSigningsForStaff(
  db: Db,
  { pageNo, pageSize, kind, state, enterpriseId }: ListInput,
): Promise<{ dataList: ConsoleSigning[]; total: number }> {
  let matching = withoutTenantGuard(db, 'console').selectFrom('signing')
  if (kind) matching = matching.where('kind', '=', kind)
  if (state) matching = matching.where('state', '=', state)
  if (enterpriseId) matching = matching.where('enterprise_id', '=', enterpriseId)
  const ordered = matching.select(signingColumns).orderBy('created_at', 'desc').orderBy('id', 'desc')
  const { rows, total } = await fetchPageWithTotal(ordered, matching, toSlice({ pageNo, pageSize }))
  const listed = rows.map((row) => Object.assign(toSigning(toSigningRow(row)), { enterpriseId: row.enterprise_id }))
  return { dataList: await attachEnterpriseNamesToRows(db, listed), total }
}
