import type { Signing } from '#contract/billing/signings/api.ts'
import type { ConsoleSigning, consoleSigningEndpoints } from '#contract/billing/signings/console-api.ts'
import type { SigningKind } from '#contract/billing/signings/signing-lifecycle.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import { attachEnterpriseNamesToRows } from '#server/people/organisation/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import { fetchPageWithTotal, toSlice } from '#server/platform/core/paging.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'
import { createVoidReasonFinder } from './changed-documents.ts'
import { listLatestSignings, signingColumns, toSigning, toSigningRow } from './signing-store.ts'

/** Lists the newest signing of each document of a kind. One whose document has changed is void already, before the provider has heard of it. */
export async function listSigningsOfDocuments(
  db: Db,
  keys: Keys,
  given: { enterpriseId: string; kind: SigningKind; subjects: readonly string[] | undefined },
): Promise<Signing[]> {
  const rows = await listLatestSignings(db, given)
  const findReason = await createVoidReasonFinder(db, keys, given.enterpriseId, rows)
  return rows.map((row) => {
    const signing = toSigning(row)
    const reason = findReason(row)
    return reason === undefined ? signing : Object.assign(signing, { state: 'VOID' as const, reason })
  })
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
