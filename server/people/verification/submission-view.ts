import type { ReviewCase, ReviewRow, Submission } from '#contract/people/verification/api.ts'
import { getStaffNames } from '#server/people/staff/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { getClaimHolder } from './review.ts'
import { listCompaniesWithSameNumber } from './review-queue.ts'
import { type Check, checkDuplicates } from './run-checks.ts'
import { listPayloadFields, listPayloadPictures, unsealPayload } from './submission-payload.ts'
import { type CaseRow, findLatestSubmission, listSubmissions, type SubmissionRow } from './submissions.ts'

/** What a company may see of its own submission. One that is held for the step before it waits, too. */
export const describeSubmission = (row: SubmissionRow): Submission => ({
  id: row.id,
  step: row.step,
  state: row.state === 'HELD' ? 'WAIT' : row.state,
  submittedAt: row.submittedAt,
  expectedDay: row.expectedDay,
  reviewedAt: row.reviewedAt,
  reasons: row.reasons,
  opinion: row.opinion,
  facts: row.masked,
})

/** A line of the queue; `names` are those of the staff. */
export function describeReviewRow(row: SubmissionRow, moment: Moment, names: ReadonlyMap<string, string>): ReviewRow {
  const holder = getClaimHolder(row, moment)
  return {
    id: row.id,
    enterpriseId: row.enterpriseId,
    step: row.step,
    state: row.state === 'HELD' ? 'WAIT' : row.state,
    company: row.companyMasked,
    submittedAt: row.submittedAt,
    expectedDay: row.expectedDay,
    claimedBy: holder === null ? null : (names.get(holder) ?? ''),
    claimedUntil: holder === null ? null : row.claimedUntil,
    secondNeeded: row.state === 'WAIT' && row.firstApprover !== null,
  }
}

/** The checks of its submission, and where its numbers turn up elsewhere today. */
async function checksOf(db: Db, { step, checks, idHmac, codeHmac, enterpriseId }: CaseRow): Promise<Check[]> {
  const whose = step === 'agent' ? '经办人身份证号' : '法定代表人身份证号'
  return [
    ...checks,
    ...(codeHmac
      ? [checkDuplicates('统一社会信用代码重复使用', await listCompaniesWithSameNumber(db, 'code_hmac', { hmac: codeHmac, enterpriseId }))]
      : []),
    ...(idHmac
      ? [checkDuplicates(`${whose}重复使用`, await listCompaniesWithSameNumber(db, 'id_hmac', { hmac: idHmac, enterpriseId }))]
      : []),
  ]
}

/** A case in clear, for the reviewer who has just claimed it and whose opening has been written down. */
export async function describeCase(db: Db, { moment, keys }: { moment: Moment; keys: Keys }, row: CaseRow): Promise<ReviewCase> {
  const payload = unsealPayload(keys, row)
  return {
    ...describeReviewRow(row, moment, await getStaffNames(db)),
    mine: true,
    facts: listPayloadFields(row.step, payload, 'clear'),
    pictures: listPayloadPictures(row.step, payload).map(({ label, fileId }) => ({ label, fileId })),
    checks: await checksOf(db, row),
    proposedLimit: row.proposedLimitFen,
    history: (await listSubmissions(db, row.enterpriseId)).map(describeSubmission),
  }
}

/**
 * 统一社会信用代码 of a company as it was verified, for printouts that it is a party to; null before. It stands in a public register, yet only
 * the company's own people are given it, and their caller writes down that they were.
 */
export async function readCreditCode(db: Db, keys: Keys, enterpriseId: string): Promise<string | null> {
  const row = await findLatestSubmission(db, enterpriseId, { step: 'enterprise', state: 'PASS' })
  return row ? unsealPayload<'enterprise'>(keys, row).creditCode : null
}
