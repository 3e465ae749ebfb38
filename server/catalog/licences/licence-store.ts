// Reads and writes the table `enterprise_licence`.
import { sql } from 'kysely'
import type { LicenceState } from '#contract/catalog/licences/licence-lifecycle.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { anyOfIdsSql, type Db, isUniqueViolation, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { fetchPageWithTotal, type RowSlice } from '#server/platform/core/paging.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'

export interface LicenceRef {
  enterpriseId: string
  id: string
}

/** A licence that a company has submitted, without its sealed number. */
export interface LicenceRecord extends LicenceRef {
  kindId: string
  kindName: string
  state: LicenceState
  userId: string
  numberMasked: string
  validUntil: string
  fileId: string
  submittedAt: Date
  expectedDay: string
  claimedBy: string | null
  claimedUntil: Date | null
  reviewedAt: Date | null
  reasons: string[]
  opinion: string | null
}

const columns = [
  ...(['l.enterprise_id as enterpriseId', 'l.id', 'l.kind_id as kindId', 'kind.name as kindName', 'l.user_id as userId'] as const),
  ...(['l.number_masked as numberMasked', 'l.valid_until as validUntil', 'l.file_id as fileId'] as const),
  ...(['l.submitted_at as submittedAt', 'l.expected_day as expectedDay', 'l.claimed_by as claimedBy'] as const),
  ...(['l.claimed_until as claimedUntil', 'l.reviewed_at as reviewedAt', 'l.opinion'] as const),
] as const

const selectLicences = (db: Db) =>
  db
    .selectFrom('enterprise_licence as l')
    .innerJoin('licence_kind as kind', 'kind.id', 'l.kind_id')
    .select(columns)
    .select([sql<LicenceState>`l.state`.as('state'), sql<string[]>`coalesce(l.reasons, '[]')`.as('reasons')])

export interface NewLicence extends LicenceRef {
  kindId: string
  userId: string
  sealed: Buffer
  numberMasked: string
  validUntil: string
  fileId: string
  expectedDay: string
}

const refuseWaiting = (error: unknown): never => {
  if (isUniqueViolation(error)) refuse('LICENCE_PENDING', { field: 'kindId' })
  throw error
}

/** Inserts a licence that waits for its review. Refuses LICENCE_PENDING while another licence of this kind waits. */
export async function insertLicence(tx: Tx, moment: Moment, licence: NewLicence): Promise<void> {
  await tx
    .insertInto('enterprise_licence')
    .values({
      enterprise_id: licence.enterpriseId,
      id: licence.id,
      kind_id: licence.kindId,
      state: 'pending',
      user_id: licence.userId,
      sealed: licence.sealed,
      number_masked: licence.numberMasked,
      valid_until: licence.validUntil,
      file_id: licence.fileId,
      submitted_at: moment.now,
      expected_day: licence.expectedDay,
    })
    .execute()
    .catch(refuseWaiting)
}

export const findLicence = (db: Db, { enterpriseId, id }: LicenceRef): Promise<LicenceRecord | undefined> =>
  selectLicences(db).where('l.enterprise_id', '=', enterpriseId).where('l.id', '=', id).executeTakeFirst()

/** Reads the sealed number of an existing licence. */
export async function readSealedLicenceNumber(db: Db, { enterpriseId, id }: LicenceRef): Promise<Buffer> {
  const query = db.selectFrom('enterprise_licence').select('sealed').where('enterprise_id', '=', enterpriseId).where('id', '=', id)
  return (await query.executeTakeFirstOrThrow()).sealed
}

const HISTORY_MAX = 100

/** Lists the licences of a company, of one kind or of all kinds, newest first. */
export function listLicencesOfCompany(
  db: Db,
  { enterpriseId, kindId }: { enterpriseId: string; kindId?: string },
): Promise<LicenceRecord[]> {
  const all = selectLicences(db).where('l.enterprise_id', '=', enterpriseId)
  const matching = kindId === undefined ? all : all.where('l.kind_id', '=', kindId)
  return matching.orderBy('l.submitted_at', 'desc').orderBy('l.id', 'desc').limit(HISTORY_MAX).execute()
}

/** Lists the latest licence of a company in each state, for each of the given kinds. The status of a kind depends on these. */
export async function listLatestLicencesByKindAndState(
  db: Db,
  { enterpriseId, kindIds }: { enterpriseId: string; kindIds: readonly string[] },
): Promise<{ kindId: string; state: LicenceState; validUntil: string; submittedAt: Date }[]> {
  if (kindIds.length === 0) return []
  return db
    .selectFrom('enterprise_licence')
    .distinctOn(['kind_id', 'state'])
    .select(['kind_id as kindId', 'valid_until as validUntil', 'submitted_at as submittedAt', sql<LicenceState>`state`.as('state')])
    .where('enterprise_id', '=', enterpriseId)
    .where('kind_id', '=', anyOfIdsSql(kindIds))
    .orderBy('kind_id')
    .orderBy('state')
    .orderBy('submitted_at', 'desc')
    .execute()
}

export interface LicenceListFilter {
  state: LicenceState | undefined
  kindId: string | undefined
  slice: RowSlice
}

/** Returns a page of all licences: waiting licences oldest first, all others newest first. */
export function listAllLicences(db: Db, { state, kindId, slice }: LicenceListFilter): Promise<{ rows: LicenceRecord[]; total: number }> {
  const all = withoutTenantGuard(db, 'console')
  let matching = selectLicences(all)
  if (state !== undefined) matching = matching.where('l.state', '=', state)
  if (kindId !== undefined) matching = matching.where('l.kind_id', '=', kindId)
  const direction = state === 'pending' ? 'asc' : 'desc'
  return fetchPageWithTotal(matching.orderBy('l.submitted_at', direction).orderBy('l.id', direction), matching, slice)
}

interface LicenceChange {
  state?: LicenceState
  claimedBy?: string | null
  claimedUntil?: Date | null
  reviewedBy?: string
  reviewedAt?: Date
  reasons?: readonly string[]
  opinion?: string | null
}

/** Updates the review of a licence. The caller has locked its enterprise. */
export async function updateLicenceReviewColumns(tx: Tx, { enterpriseId, id }: LicenceRef, change: LicenceChange): Promise<void> {
  const { state, claimedBy, claimedUntil, reviewedBy, reviewedAt, reasons, opinion } = change
  await tx
    .updateTable('enterprise_licence')
    .set({
      ...(state === undefined ? {} : { state }),
      ...(claimedBy === undefined ? {} : { claimed_by: claimedBy }),
      ...(claimedUntil === undefined ? {} : { claimed_until: claimedUntil }),
      ...(reviewedBy === undefined ? {} : { reviewed_by: reviewedBy }),
      ...(reviewedAt === undefined ? {} : { reviewed_at: reviewedAt }),
      ...(reasons === undefined ? {} : { reasons: JSON.stringify(reasons) }),
      ...(opinion === undefined ? {} : { opinion }),
    })
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', id)
    .execute()
}

/** Moves the approved licence of a kind, if there is one, to `replaced`. */
export async function markApprovedLicenceReplaced(
  tx: Tx,
  { enterpriseId, kindId }: { enterpriseId: string; kindId: string },
): Promise<void> {
  await tx
    .updateTable('enterprise_licence')
    .set({ state: 'replaced' })
    .where('enterprise_id', '=', enterpriseId)
    .where('kind_id', '=', kindId)
    .where('state', '=', 'approved')
    .execute()
}

/** The owner key to which the picture of a licence is bound. */
export const formatLicenceFileOwnerKey = (id: string): string => `licence:${id}`
