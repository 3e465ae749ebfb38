import { sql } from 'kysely'
import { maskCompanyName, maskCreditCode } from '#contract/people/identity/masking.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { claimCreditCode } from '#server/people/verification/review-queue.ts'
import { type SubmissionPayloads, sealPayload, toLabelledPayloadFields } from '#server/people/verification/submission-payload.ts'
import { insertSubmission, recordVerificationDecision } from '#server/people/verification/submissions.ts'
import { updateVerificationState } from '#server/people/verification/update-verification-state.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'

export interface TakenOverVerification {
  enterpriseId: string
  name: string
  creditCode: string
  agentName: string
  /** The highest step that the older system has verified. */
  step: 'enterprise' | 'senior'
  /** Why it is taken over. The company sees it in its history. */
  reason: string
  /** The main account. */
  userId: string
  /** Who answers for it. */
  staffId: string
}

/**
 * Takes over the verification of a newly inserted company: with its name and credit code, and with a passed submission that contains no
 * documents but the reason. Refuses CREDIT_CODE_TAKEN.
 */
export async function takeOverVerification(
  tx: Tx,
  moment: Moment,
  { keys, verified }: { keys: Keys; verified: TakenOverVerification },
): Promise<void> {
  const { enterpriseId, name, creditCode, agentName, step, reason, userId, staffId } = verified
  const codeHmac = keys.hmac('creditCode', creditCode)
  await claimCreditCode(tx, moment, { codeHmacs: keys.claimHmacs('creditCode', creditCode), enterpriseId })
  const id = moment.newId()
  // Fields that the older system has not provided are empty, and are shown as not filled in.
  const payload = { enterpriseName: name, creditCode } as SubmissionPayloads['enterprise']
  await insertSubmission(tx, moment, {
    enterpriseId,
    id,
    step: 'enterprise',
    state: 'WAIT',
    userId,
    sealed: sealPayload(keys, moment, { id, payload }),
    masked: toLabelledPayloadFields('enterprise', payload, 'masked'),
    companyMasked: maskCompanyName(name),
    idHmac: null,
    codeHmac,
    checks: [],
    expectedDay: toShanghaiDay(moment.now),
  })
  await recordVerificationDecision(tx, moment, { enterpriseId, id }, { state: 'PASS', staffId, opinion: reason })
  const verb = step === 'senior' ? 'takeOverSenior' : 'takeOverEnterprise'
  const found = { name, creditCodeMasked: maskCreditCode(creditCode), agentName }
  await updateVerificationState(tx, { id: enterpriseId, authLevel: 0, authStatus: null }, verb, found)
}

/** Returns which of these credit codes verified companies have. */
export async function findTakenCreditCodes(db: Db, keys: Keys, codes: readonly string[]): Promise<Set<string>> {
  const byHmac = new Map(codes.map((code) => [keys.hmac('creditCode', code).toString('hex'), code]))
  const hmacs = [...byHmac.keys()].map((hex) => Buffer.from(hex, 'hex'))
  const rows = await db
    .selectFrom('credit_code_claim')
    .select('code_hmac')
    .where('code_hmac', '=', sql<Buffer>`any(${hmacs}::bytea[])`)
    .execute()
  return new Set(rows.flatMap(({ code_hmac }) => byHmac.get(code_hmac.toString('hex')) ?? []))
}
