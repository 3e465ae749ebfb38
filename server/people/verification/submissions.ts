// Writes the table `verification_submission`; review-queue.ts also reads it for the console.

import type { VerificationStep } from '#contract/people/verification/api.ts'
import type { Fen } from '#contract/platform/core/money.ts'
import { anyOfIdsSql, type Db, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { countRows } from '#server/platform/core/paging.ts'
import { ERASED_SEALED_VALUE } from '#server/platform/core/sealing.ts'
import type { VerificationCheckResult } from './run-checks.ts'
import type { LabelledPayloadField } from './submission-payload.ts'

/** HELD: submitted together with an earlier step, and waiting until that one passes. */
type State = 'HELD' | 'WAIT' | 'PASS' | 'FAIL'

export interface VerificationCaseRef {
  enterpriseId: string
  id: string
}

/** A submission without its encrypted data. */
export interface SubmissionRow extends VerificationCaseRef {
  step: VerificationStep
  state: State
  userId: string
  masked: LabelledPayloadField[]
  companyMasked: string
  submittedAt: Date
  expectedDay: string
  claimedBy: string | null
  claimedUntil: Date | null
  firstApprover: string | null
  reviewedAt: Date | null
  reasons: string[]
  opinion: string | null
}

/** A submission with the data that only a review needs. */
export interface VerificationCaseRow extends SubmissionRow {
  sealed: Buffer
  /** What its papers said, sealed; null: none was read. */
  readingsSealed: Buffer | null
  idHmac: Buffer | null
  codeHmac: Buffer | null
  checks: VerificationCheckResult[]
  proposedLimitFen: Fen | null
}

export interface NewSubmission
  extends Omit<
    VerificationCaseRow,
    | 'submittedAt'
    | `claimed${string}`
    | `review${string}`
    | 'firstApprover'
    | 'proposedLimitFen'
    | 'reasons'
    | 'opinion'
    | 'state'
    | 'readingsSealed'
  > {
  state: 'HELD' | 'WAIT'
  /** What its papers said; null: none was read. */
  readings?: { sealed: Buffer; masked: LabelledPayloadField[] } | null
}

export async function insertSubmission(tx: Tx, moment: Moment, submission: NewSubmission): Promise<void> {
  await tx
    .insertInto('verification_submission')
    .values({
      enterprise_id: submission.enterpriseId,
      id: submission.id,
      step: submission.step,
      state: submission.state,
      user_id: submission.userId,
      sealed: submission.sealed,
      readings_sealed: submission.readings?.sealed ?? null,
      readings_masked: submission.readings ? JSON.stringify(submission.readings.masked) : null,
      masked: JSON.stringify(submission.masked),
      company_masked: submission.companyMasked,
      id_hmac: submission.idHmac,
      code_hmac: submission.codeHmac,
      checks: JSON.stringify(submission.checks),
      submitted_at: moment.now,
      expected_day: submission.expectedDay,
    })
    .execute()
}

export const submissionSelectColumns = [
  ...(['enterprise_id as enterpriseId', 'id', 'step', 'state', 'user_id as userId', 'masked', 'company_masked as companyMasked'] as const),
  ...(['submitted_at as submittedAt', 'expected_day as expectedDay', 'claimed_by as claimedBy', 'claimed_until as claimedUntil'] as const),
  ...(['first_approver as firstApprover', 'reviewed_at as reviewedAt', 'reasons', 'opinion'] as const),
] as const
const caseColumns = [
  ...submissionSelectColumns,
  'sealed',
  'readings_sealed as readingsSealed',
  'id_hmac as idHmac',
  'code_hmac as codeHmac',
  'checks',
  'proposed_limit_fen as proposedLimitFen',
] as const

export const replaceNullReasonsByEmptyList = <Row extends { reasons: string[] | null }>(row: Row) => ({
  ...row,
  reasons: row.reasons ?? [],
})

export async function findVerificationCase(db: Db, { enterpriseId, id }: VerificationCaseRef): Promise<VerificationCaseRow | undefined> {
  const row = await db
    .selectFrom('verification_submission')
    .select(caseColumns)
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && replaceNullReasonsByEmptyList(row)
}

/** Lists the submissions of an enterprise that have kept what their papers said, with their sealed data. */
export const listSubmissionsWithReadings = (
  db: Db,
  enterpriseId: string,
): Promise<Pick<VerificationCaseRow, 'id' | 'step' | 'submittedAt' | 'sealed' | 'readingsSealed'>[]> =>
  db
    .selectFrom('verification_submission')
    .select(['id', 'step', 'submitted_at as submittedAt', 'sealed', 'readings_sealed as readingsSealed'])
    .where('enterprise_id', '=', enterpriseId)
    .where('readings_sealed', 'is not', null)
    .orderBy('submitted_at', 'desc')
    .orderBy('id', 'desc')
    .limit(HISTORY_MAX)
    .execute()

const HISTORY_MAX = 100

/** Lists the submissions of an enterprise, newest first. */
export async function listSubmissionsOfEnterprise(db: Db, enterpriseId: string): Promise<SubmissionRow[]> {
  const rows = await db
    .selectFrom('verification_submission')
    .select(submissionSelectColumns)
    .where('enterprise_id', '=', enterpriseId)
    .orderBy('submitted_at', 'desc')
    .orderBy('id', 'desc')
    .limit(HISTORY_MAX)
    .execute()
  return rows.map(replaceNullReasonsByEmptyList)
}

/** Finds an enterprise's latest submission of a step in a state. */
export async function findLatestSubmission(
  db: Db,
  enterpriseId: string,
  { step, state }: { step: VerificationStep; state: State },
): Promise<VerificationCaseRow | undefined> {
  const row = await db
    .selectFrom('verification_submission')
    .select(caseColumns)
    .where('enterprise_id', '=', enterpriseId)
    .where('step', '=', step)
    .where('state', '=', state)
    .orderBy('submitted_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && replaceNullReasonsByEmptyList(row)
}

type Change = Partial<
  Pick<VerificationCaseRow, 'state' | 'expectedDay' | 'claimedBy' | 'claimedUntil' | 'firstApprover' | 'proposedLimitFen'>
>

/** Updates the review of a case. The caller has locked its enterprise. */
export async function updateVerificationCaseRow(tx: Tx, { enterpriseId, id }: VerificationCaseRef, change: Change): Promise<void> {
  const { state, expectedDay, claimedBy, claimedUntil, firstApprover, proposedLimitFen } = change
  await tx
    .updateTable('verification_submission')
    .set({
      ...(state === undefined ? {} : { state }),
      ...(expectedDay === undefined ? {} : { expected_day: expectedDay }),
      ...(claimedBy === undefined ? {} : { claimed_by: claimedBy }),
      ...(claimedUntil === undefined ? {} : { claimed_until: claimedUntil }),
      ...(firstApprover === undefined ? {} : { first_approver: firstApprover }),
      ...(proposedLimitFen === undefined ? {} : { proposed_limit_fen: proposedLimitFen }),
    })
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', id)
    .execute()
}

export interface ReviewDecision {
  state: 'PASS' | 'FAIL'
  staffId: string
  reasons?: readonly string[]
  opinion?: string | null
}

/** Records the decision of a review. The submitted data does not change. */
export async function recordVerificationDecision(
  tx: Tx,
  moment: Moment,
  { enterpriseId, id }: VerificationCaseRef,
  decision: ReviewDecision,
): Promise<void> {
  await tx
    .updateTable('verification_submission')
    .set({
      state: decision.state,
      reviewed_by: decision.staffId,
      reviewed_at: moment.now,
      reasons: JSON.stringify(decision.reasons ?? []),
      opinion: decision.opinion ?? null,
      claimed_by: null,
      claimed_until: null,
    })
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', id)
    .execute()
}

/** The owner key to which the pictures of a submission are bound. */
export const formatSubmissionFileOwner = (id: string): string => `submission:${id}`

/** Records that the documents of a submission were released. */
export async function recordSubmissionDocumentsReleased(tx: Tx, moment: Moment, { enterpriseId, id }: VerificationCaseRef): Promise<void> {
  await tx
    .updateTable('verification_submission')
    .set({ papers_let_go_at: moment.now })
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', id)
    .execute()
}

/**
 * Erases the data that only a review needed: the sealed payload, what its papers said, and the digest of a person's number. The decision and the
 * masked payload stay.
 */
export async function eraseReviewDataOfSubmission(tx: Tx, moment: Moment, { enterpriseId, id }: VerificationCaseRef): Promise<void> {
  await tx
    .updateTable('verification_submission')
    .set({
      sealed: ERASED_SEALED_VALUE,
      readings_sealed: null,
      readings_masked: null,
      id_hmac: null,
      code_hmac: null,
      papers_let_go_at: moment.now,
    })
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', id)
    .execute()
}

/** Releases the credit codes of enterprises that have closed, so that others can be verified with them. */
export async function releaseCreditCodesOfEnterprises(tx: Tx, enterpriseIds: readonly string[]): Promise<void> {
  await tx.deleteFrom('credit_code_claim').where('enterprise_id', '=', anyOfIdsSql(enterpriseIds)).execute()
}

/** Counts the submissions of an enterprise that wait for a review. */
export const countWaitingSubmissionsOfEnterprise = (db: Db, enterpriseId: string): Promise<number> =>
  countRows(db.selectFrom('verification_submission').where('enterprise_id', '=', enterpriseId).where('state', '=', 'WAIT'))
