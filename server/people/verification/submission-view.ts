import type { VerificationReviewCase, VerificationReviewRow, VerificationSubmission } from '#contract/people/verification/api.ts'
import { listStaffNamesById } from '#server/people/staff/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { compareReadings } from './readings/submission-readings.ts'
import { type CreditAccountFunctions, computeCaseHolderStaffId } from './review-case.ts'
import { listMaskedNamesOfEnterprisesWithSameNumber } from './review-queue.ts'
import { toDuplicateNumberCheckResult, type VerificationCheckResult } from './run-checks.ts'
import { toLabelledPayloadFields, toPayloadPictures, unsealPayload } from './submission-payload.ts'
import {
  findLatestSubmission,
  listSubmissionsOfEnterprise,
  listSubmissionsWithReadings,
  type SubmissionRow,
  type VerificationCaseRow,
} from './submissions.ts'

/** Describes an enterprise's own submission. One that is held until the step before it passes is shown as waiting. */
export const toSubmissionOutput = (row: SubmissionRow): VerificationSubmission => ({
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

/** Describes a row of the queue. `names` has the names of staff by id. */
export function toReviewRowOutput(row: SubmissionRow, moment: Moment, names: ReadonlyMap<string, string>): VerificationReviewRow {
  const holder = computeCaseHolderStaffId(row, moment)
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

/** Returns the checks of a submission, and where its numbers are used elsewhere today. */
async function checksOf(db: Db, { step, checks, idHmac, codeHmac, enterpriseId }: VerificationCaseRow): Promise<VerificationCheckResult[]> {
  const target = step === 'agent' ? '经办人身份证号' : '法定代表人身份证号'
  return [
    ...checks,
    ...(codeHmac
      ? [
          toDuplicateNumberCheckResult(
            '统一社会信用代码重复使用',
            await listMaskedNamesOfEnterprisesWithSameNumber(db, 'code_hmac', { hmac: codeHmac, enterpriseId }),
          ),
        ]
      : []),
    ...(idHmac
      ? [
          toDuplicateNumberCheckResult(
            `${target}重复使用`,
            await listMaskedNamesOfEnterprisesWithSameNumber(db, 'id_hmac', { hmac: idHmac, enterpriseId }),
          ),
        ]
      : []),
  ]
}

/** Lists the submissions of an enterprise with what their papers said, masked: only the opened case is shown in clear. */
async function listHistoryWithMaskedReadings(db: Db, keys: Keys, enterpriseId: string): Promise<VerificationReviewCase['history']> {
  const rows = await listSubmissionsOfEnterprise(db, enterpriseId)
  const read = new Map((await listSubmissionsWithReadings(db, enterpriseId)).map((row) => [row.id, row]))
  return rows.map((row) => {
    const sealed = read.get(row.id)
    const readings = sealed ? compareReadings(keys, sealed, { payload: unsealPayload(keys, sealed), shown: 'masked' }) : []
    return Object.assign(toSubmissionOutput(row), { readings })
  })
}

/** Describes a case in clear text, for staff who have claimed it or look at it. The audit trail has already recorded it. */
export async function readVerificationCaseInClearText(
  db: Db,
  {
    moment,
    keys,
    staffId,
    credit,
  }: { moment: Moment; keys: Keys; staffId: string; credit: Pick<CreditAccountFunctions, 'findCompanyGroupShare'> },
  row: VerificationCaseRow,
): Promise<VerificationReviewCase> {
  const payload = unsealPayload(keys, row)
  const group = await credit.findCompanyGroupShare(db, row.enterpriseId)
  return {
    ...toReviewRowOutput(row, moment, await listStaffNamesById(db)),
    mine: computeCaseHolderStaffId(row, moment) === staffId,
    facts: toLabelledPayloadFields(row.step, payload, 'clear'),
    pictures: toPayloadPictures(row.step, payload).map(({ label, fileId }) => ({ label, fileId })),
    checks: await checksOf(db, row),
    proposedLimit: row.proposedLimitFen,
    group: group && { name: group.name, share: group.shareFen },
    readings: compareReadings(keys, row, { payload, shown: 'clear' }),
    history: await listHistoryWithMaskedReadings(db, keys, row.enterpriseId),
  }
}

/**
 * Returns the verified 统一社会信用代码 of an enterprise for its printed documents; null before the verification. It is public data, but only
 * members of the enterprise get it, and the caller records that in the audit trail.
 */
export async function readVerifiedCreditCode(db: Db, keys: Keys, enterpriseId: string): Promise<string | null> {
  const row = await findLatestSubmission(db, enterpriseId, { step: 'enterprise', state: 'PASS' })
  return row ? unsealPayload<'enterprise'>(keys, row).creditCode : null
}
