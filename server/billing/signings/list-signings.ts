import type { Signing } from '#contract/billing/signings/api.ts'
import type { ConsoleSigning, consoleSigningEndpoints } from '#contract/billing/signings/console-api.ts'
import { isSigningOpen, type SigningKind } from '#contract/billing/signings/signing-lifecycle.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import { findLatestCreditAgreementId, findPurchaseContractHashes } from '#server/billing/contracts/public.ts'
import { attachEnterpriseNamesToRows } from '#server/people/organisation/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import { fetchPageWithTotal, toSlice } from '#server/platform/core/paging.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'
import { listLatestSignings, OUTDATED_REASON, type SigningRow, signingColumns, toSigning, toSigningRow } from './signing-store.ts'

type Check = (signing: SigningRow) => boolean

/** How to tell that a document has changed since it was signed, for some signings of one kind. A letter states a day that is over. */
async function createOutdatedCheck(db: Db, keys: Keys, enterpriseId: string, signings: readonly SigningRow[]): Promise<Check> {
  const [first] = signings
  if (first?.kind === 'CREDIT') {
    const latest = await findLatestCreditAgreementId(db, enterpriseId)
    // A text that was signed stays signed when the company accepts the next one.
    return ({ subject, state }) => isSigningOpen(state) && subject !== latest
  }
  if (first?.kind !== 'PURCHASE') return () => false
  const counting = signings.filter(({ state }) => isSigningOpen(state) || state === 'SIGNED')
  const orderNos = counting.map(({ subject }) => subject)
  const hashes = orderNos.length === 0 ? new Map() : await findPurchaseContractHashes(db, { keys, enterpriseId, orderNos })
  return (signing) => counting.includes(signing) && hashes.get(signing.subject)?.equals(signing.contentHash) !== true
}

/** Lists the newest signing of each document of a kind. One whose document has changed is void already, before the provider has heard of it. */
export async function listSigningsOfDocuments(
  db: Db,
  keys: Keys,
  given: { enterpriseId: string; kind: SigningKind; subjects: readonly string[] | undefined },
): Promise<Signing[]> {
  const rows = await listLatestSignings(db, given)
  const isOutdated = await createOutdatedCheck(db, keys, given.enterpriseId, rows)
  return rows.map((row) => {
    const signing = toSigning(row)
    return isOutdated(row) ? Object.assign(signing, { state: 'VOID' as const, reason: OUTDATED_REASON }) : signing
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
