// Queries across enterprises: the review queue, numbers that were used twice, the claim on a credit code, and the deletion of old
// documents.

import type { VerificationStep } from '#contract/people/verification/api.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { unbindFilesOfObject } from '#server/people/files/public.ts'
import { isEnterpriseClosedBeforeSql } from '#server/people/organisation/public.ts'
import { anyOfDigestsSql, type Db, runInTransaction, type Tx } from '#server/platform/core/db.ts'
import { forEachCollectingErrors } from '#server/platform/core/isolated-batches.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { fetchPageWithTotal, getSortDirectionByState } from '#server/platform/core/paging.ts'
import { daysBefore } from '#server/platform/core/retention-days.ts'
import { ERASED_SEALED_VALUE } from '#server/platform/core/sealing.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'
import {
  eraseReviewDataOfSubmission,
  formatSubmissionFileOwner,
  recordSubmissionDocumentsReleased,
  replaceNullReasonsByEmptyList,
  type SubmissionRow,
  submissionSelectColumns,
} from './submissions.ts'

export interface VerificationCaseListFilter {
  state: 'WAIT' | 'PASS' | 'FAIL' | undefined
  step?: VerificationStep | undefined
  limit: number
  offset: number
}

/** Returns a page of the review queue: waiting cases oldest first; decided ones, or all, newest first. */
export async function listVerificationCases(
  db: Db,
  { state, step, limit, offset }: VerificationCaseListFilter,
): Promise<{ rows: SubmissionRow[]; total: number }> {
  const all = withoutTenantGuard(db, 'console')
  const matching = () => {
    const every = all.selectFrom('verification_submission')
    const query = state === undefined ? every.where('state', '<>', 'HELD') : every.where('state', '=', state)
    return step ? query.where('step', '=', step) : query
  }
  const direction = getSortDirectionByState(state)
  const { rows, total } = await fetchPageWithTotal(
    matching().select(submissionSelectColumns).orderBy('submitted_at', direction).orderBy('id', direction),
    matching(),
    { limit, offset },
  )
  return { rows: rows.map(replaceNullReasonsByEmptyList), total }
}

/** Lists the masked names of other enterprises that have submitted a number and were not rejected. */
export async function listMaskedNamesOfEnterprisesWithSameNumber(
  db: Db,
  column: 'id_hmac' | 'code_hmac',
  { hmac, enterpriseId }: { hmac: Buffer; enterpriseId: string },
): Promise<string[]> {
  const rows = await withoutTenantGuard(db, 'console')
    .selectFrom('verification_submission')
    .select(['enterprise_id', 'company_masked'])
    .distinctOn('enterprise_id')
    .where(column, '=', hmac)
    .where('enterprise_id', '<>', enterpriseId)
    .where('state', '<>', 'FAIL')
    .orderBy('enterprise_id')
    .orderBy('submitted_at', 'desc')
    .limit(50)
    .execute()
  return rows.map((row) => row.company_masked)
}

interface Claim {
  /** The digests to claim; see `Keys.claimHmacs`. */
  codeHmacs: readonly Buffer[]
  enterpriseId: string
}

/** Refuses a credit code that another verified enterprise has. */
export async function requireUnusedCreditCode(db: Db, { codeHmacs, enterpriseId }: Claim): Promise<void> {
  const claims = db.selectFrom('credit_code_claim').select('enterprise_id')
  const rows = await claims.where('code_hmac', '=', anyOfDigestsSql(codeHmacs)).execute()
  if (rows.some(({ enterprise_id }) => enterprise_id !== enterpriseId)) refuse('CREDIT_CODE_TAKEN')
}

/** Claims a credit code for an enterprise permanently. Of two concurrent approvals with one code the later is refused. */
export async function claimCreditCode(tx: Tx, moment: Moment, { codeHmacs, enterpriseId }: Claim): Promise<void> {
  await tx
    .insertInto('credit_code_claim')
    .values(codeHmacs.map((code_hmac) => ({ code_hmac, enterprise_id: enterpriseId, claimed_at: moment.now })))
    .onConflict((conflict) => conflict.column('code_hmac').doNothing())
    .execute()
  await requireUnusedCreditCode(tx, { codeHmacs, enterpriseId })
}

const BATCH = 200

/**
 * Releases the documents of submissions that were rejected so many days ago; the retention job deletes them. The decision and its reason stay.
 * Returns how many submissions there were.
 */
export async function releaseDocumentsOfOldRejectedSubmissions(db: Db, moment: Moment, keptDays: number): Promise<number> {
  const rows = await withoutTenantGuard(db, 'retention')
    .selectFrom('verification_submission')
    .select(['enterprise_id as enterpriseId', 'id'])
    .where('state', '=', 'FAIL')
    .where('reviewed_at', '<=', daysBefore(moment, keptDays))
    .where('papers_let_go_at', 'is', null)
    .limit(BATCH)
    .execute()
  return forEachCollectingErrors(rows, (ref) =>
    runInTransaction(db, async (tx) => {
      await unbindFilesOfObject(tx, { enterpriseId: ref.enterpriseId, boundTo: formatSubmissionFileOwner(ref.id) })
      await recordSubmissionDocumentsReleased(tx, moment, ref)
      return true
    }),
  )
}

/**
 * Releases the documents of enterprises that were closed so many days ago, and erases the numbers of people in their submissions. The
 * enterprises owed nothing when they closed, so the documents are not needed. Returns how many submissions there were.
 */
export async function releaseVerificationDocumentsOfClosedEnterprises(db: Db, moment: Moment, keptDays: number): Promise<number> {
  const rows = await withoutTenantGuard(db, 'retention')
    .selectFrom('verification_submission')
    .select(['enterprise_id as enterpriseId', 'id'])
    .where(isEnterpriseClosedBeforeSql('enterprise_id', daysBefore(moment, keptDays)))
    .where((eb) => eb('sealed', '<>', ERASED_SEALED_VALUE))
    .limit(BATCH)
    .execute()
  return forEachCollectingErrors(rows, (ref) =>
    runInTransaction(db, async (tx) => {
      await unbindFilesOfObject(tx, { enterpriseId: ref.enterpriseId, boundTo: formatSubmissionFileOwner(ref.id) })
      await eraseReviewDataOfSubmission(tx, moment, ref)
      return true
    }),
  )
}
