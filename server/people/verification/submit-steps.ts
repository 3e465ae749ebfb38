import { CREDIT_AGREEMENT_ID, IDENTITY_DOCUMENTS_AGREEMENT_ID } from '#contract/content/content/api.ts'
import { maskCompanyName } from '#contract/people/identity/masking.ts'
import type { VerificationStep, verificationEndpoints } from '#contract/people/verification/api.ts'
import { computeAge, parseBirthdayOfIdNumber } from '#contract/people/verification/checks.ts'
import type { VerificationVerb } from '#contract/people/verification/verification-lifecycle.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { readPublishedAgreement } from '#server/content/content/public.ts'
import { bindFile } from '#server/people/files/public.ts'
import { findMobileProvenWithinHour } from '#server/people/identity/public.ts'
import { type Enterprise, findEnterprise, lockEnterprise, recordConsent } from '#server/people/organisation/public.ts'
import { requireRightSmsCodeResult, toSmsRequesterIds, verifySmsCode } from '#server/people/sms/public.ts'
import { recordAudit } from '#server/platform/core/audit.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { type Member, toAuditActor } from '#server/platform/http/caller.ts'
import type { RequestOrigin, Visitor } from '#server/platform/http/context.ts'
import { sealReadingsOfSubmission } from './readings/submission-readings.ts'
import type { CreditAccountFunctions } from './review-case.ts'
import { requireUnusedCreditCode } from './review-queue.ts'
import { ADULT_AGE, runAgentStepChecks, runEnterpriseStepChecks, runSeniorStepChecks, type VerificationCheckResult } from './run-checks.ts'
import { type SubmissionPayloads, sealPayload, toLabelledPayloadFields, toPayloadPictures, unsealPayload } from './submission-payload.ts'
import { findLatestSubmission, formatSubmissionFileOwner, insertSubmission } from './submissions.ts'
import { requireVerificationVerbAllowed, updateVerificationState } from './update-verification-state.ts'
import { computeReviewDueDay } from './working-days/working-days.ts'

type Work = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

export interface VerificationSubmitContext {
  db: Db
  credit: CreditAccountFunctions
  moment: Moment
  origin: RequestOrigin
  visitor: Visitor
  keys: Keys
  caller: Member
  writeSeparately: Work
  write: Work
}

export interface VerificationSubmitResult {
  authStatus: number
  expectedDay: string
}

function requirePastDay(today: string, field: string, day: string): void {
  if (day > today) refuse('DAY_AHEAD', { field })
}

/** Refuses an id number whose birthday is in the future. */
function requireBirthday(today: string, field: string, idNo: string): string {
  const birthday = parseBirthdayOfIdNumber(idNo) ?? today
  if (birthday > today) refuse('INVALID_INPUT', { field, msg: '请输入正确的身份证号' })
  return birthday
}

/** Locks the enterprise and checks that it may submit this step now. Of two concurrent submissions the second is refused. */
async function begin(tx: Tx, { caller }: VerificationSubmitContext, verb: VerificationVerb): Promise<Enterprise> {
  const company = (await lockEnterprise(tx, caller.enterpriseId)) ?? refuse('VERIFICATION_STATE')
  requireVerificationVerbAllowed(company, verb)
  return company
}

interface StepSubmission<S extends VerificationStep> {
  step: S
  payload: SubmissionPayloads[S]
  state?: 'WAIT' | 'HELD'
  company: string
  checks: VerificationCheckResult[]
  expectedDay: string
  idHmac?: Buffer
  codeHmac?: Buffer
}

/** Saves one step: the encrypted data, a masked copy, and its pictures, which are bound to it. */
async function saveStep<S extends VerificationStep>(
  tx: Tx,
  { moment, keys, caller, origin }: VerificationSubmitContext,
  submission: StepSubmission<S>,
): Promise<void> {
  const { step, payload, company, checks, expectedDay } = submission
  const { enterpriseId, userId } = caller
  const id = moment.newId()
  await insertSubmission(tx, moment, {
    enterpriseId,
    id,
    step,
    userId,
    checks,
    expectedDay,
    state: submission.state ?? 'WAIT',
    sealed: sealPayload(keys, moment, { id, payload }),
    readings: await sealReadingsOfSubmission(tx, { keys, moment }, { id, enterpriseId, userId, step, payload }),
    masked: toLabelledPayloadFields(step, payload, 'masked'),
    companyMasked: maskCompanyName(company),
    idHmac: submission.idHmac ?? null,
    codeHmac: submission.codeHmac ?? null,
  })
  for (const { fileId, purpose } of toPayloadPictures(step, payload)) {
    await bindFile(tx, { enterpriseId, userId, fileId, purpose, boundTo: formatSubmissionFileOwner(id) })
  }
  const actor = toAuditActor(caller)
  await recordAudit(tx, moment, { origin, actor, action: 'submit verification', objectKind: 'verification', objectId: id, facts: { step } })
}

/** Refuses a form without a code, unless the number is the person's own and he has registered with it within the hour. */
async function requireMobileProvenAtRegistration({ db, moment, keys, caller }: VerificationSubmitContext, mobile: string): Promise<void> {
  const own = await findMobileProvenWithinHour(db, { moment, keys, userId: caller.userId })
  if (own !== mobile) refuse('INVALID_INPUT', { field: 'code', msg: '请输入验证码' })
}

/**
 * Step 1. The SMS code proves the given mobile number; the number of a registration within the hour is proven already. The code is used up only
 * after numbers, days and state are checked.
 */
export async function submitAgentStep(
  context: VerificationSubmitContext,
  input: InputOf<typeof verificationEndpoints.agentAuth>,
): Promise<VerificationSubmitResult> {
  const { db, moment, keys, caller, origin, visitor, writeSeparately, write } = context
  const { code, consent: _, ...payload } = input
  const { enterpriseId, userId } = caller
  const today = toShanghaiDay(moment.now)
  if (computeAge(requireBirthday(today, 'idNo', payload.idNo), today) < ADULT_AGE) refuse('TOO_YOUNG', { field: 'idNo' })
  requirePastDay(today, 'entryDate', payload.entryDate)
  requireVerificationVerbAllowed((await findEnterprise(db, enterpriseId)) ?? refuse('VERIFICATION_STATE'), 'submitAgent')
  if (code === undefined) await requireMobileProvenAtRegistration(context, payload.mobile)
  else {
    const asked = { keys, mobile: payload.mobile, purpose: 'agent', askers: toSmsRequesterIds(caller, visitor) } as const
    requireRightSmsCodeResult(await writeSeparately((tx) => verifySmsCode(tx, moment, { ...asked, code })))
  }
  const { version, hash } = await readPublishedAgreement(db, IDENTITY_DOCUMENTS_AGREEMENT_ID)
  return write(async (tx) => {
    const company = await begin(tx, context, 'submitAgent')
    const expectedDay = await computeReviewDueDay(tx, moment)
    await saveStep(tx, context, {
      step: 'agent',
      payload,
      company: payload.companyName,
      expectedDay,
      checks: runAgentStepChecks(payload, today),
      idHmac: keys.hmac('idNumber', payload.idNo),
    })
    await recordConsent(tx, moment, { enterpriseId, userId, kind: 'papers', version, hash, ip: origin.ip })
    return { authStatus: await updateVerificationState(tx, company, 'submitAgent'), expectedDay }
  })
}

/** Checks the data of step 2 that need no database. */
function requireValidEnterpriseData(payload: SubmissionPayloads['enterprise'], today: string): void {
  requireBirthday(today, 'legalIdNo', payload.legalIdNo)
  requirePastDay(today, 'foundDate', payload.foundDate)
}

async function saveEnterpriseStep(
  tx: Tx,
  context: VerificationSubmitContext,
  payload: SubmissionPayloads['enterprise'],
  expectedDay: string,
): Promise<void> {
  const { moment, keys, caller } = context
  const { enterpriseId } = caller
  const codeHmac = keys.hmac('creditCode', payload.creditCode)
  await requireUnusedCreditCode(tx, { codeHmacs: keys.claimHmacs('creditCode', payload.creditCode), enterpriseId })
  const passed = await findLatestSubmission(tx, enterpriseId, { step: 'agent', state: 'PASS' })
  const agent = passed && unsealPayload<'agent'>(keys, passed)
  await saveStep(tx, context, {
    step: 'enterprise',
    payload,
    company: payload.enterpriseName,
    expectedDay,
    codeHmac,
    checks: runEnterpriseStepChecks(payload, { today: toShanghaiDay(moment.now), agent }),
    idHmac: keys.hmac('idNumber', payload.legalIdNo),
  })
}

/** Step 2 alone. */
export async function submitEnterpriseStep(
  context: VerificationSubmitContext,
  payload: SubmissionPayloads['enterprise'],
): Promise<VerificationSubmitResult> {
  requireValidEnterpriseData(payload, toShanghaiDay(context.moment.now))
  return context.write(async (tx) => {
    const company = await begin(tx, context, 'submitEnterprise')
    const expectedDay = await computeReviewDueDay(tx, context.moment)
    await saveEnterpriseStep(tx, context, payload, expectedDay)
    return { authStatus: await updateVerificationState(tx, company, 'submitEnterprise'), expectedDay }
  })
}

/**
 * Saves the data of step 3 and the acceptance of the credit agreement. The acceptance of a sub-account is recorded as its own; only the
 * main account accepts the agreement for the enterprise (domain §6).
 */
async function saveSeniorStep(
  tx: Tx,
  context: VerificationSubmitContext,
  { state, payload, company, expectedDay }: Pick<StepSubmission<'senior'>, 'state' | 'payload' | 'company' | 'expectedDay'>,
): Promise<void> {
  const { moment, caller, origin } = context
  const { enterpriseId, userId } = caller
  const { version, hash } = await readPublishedAgreement(tx, CREDIT_AGREEMENT_ID)
  const bankCardNo = payload.bankCardNo?.replace(/[ -]/g, '')
  const plain = { ...payload, ...(bankCardNo === undefined ? {} : { bankCardNo }) }
  await saveStep(tx, context, {
    step: 'senior',
    payload: plain,
    checks: runSeniorStepChecks(plain),
    company,
    expectedDay,
    ...(state ? { state } : {}),
  })
  if (caller.accountType === 1)
    await context.credit.recordCreditAgreementAcceptance(tx, moment, { enterpriseId, userId, version, hash, ip: origin.ip })
  const actor = toAuditActor(caller)
  await recordAudit(tx, moment, { origin, actor, action: 'tick credit agreement', facts: { version, hash: hash.toString('hex') } })
}

/** Step 3 alone. */
export async function submitSeniorStep(
  context: VerificationSubmitContext,
  payload: SubmissionPayloads['senior'],
): Promise<VerificationSubmitResult> {
  return context.write(async (tx) => {
    const company = await begin(tx, context, 'submitSenior')
    const expectedDay = await computeReviewDueDay(tx, context.moment)
    await saveSeniorStep(tx, context, { payload, company: company.name ?? '', expectedDay })
    return { authStatus: await updateVerificationState(tx, company, 'submitSenior'), expectedDay }
  })
}

/** Steps 2 and 3 together: the enterprise step is reviewed first, and the senior step is held until it passes. */
export async function submitEnterpriseAndSeniorSteps(
  context: VerificationSubmitContext,
  payload: SubmissionPayloads['enterprise'],
  senior: SubmissionPayloads['senior'],
): Promise<VerificationSubmitResult> {
  requireValidEnterpriseData(payload, toShanghaiDay(context.moment.now))
  return context.write(async (tx) => {
    const company = await begin(tx, context, 'submitEnterprise')
    const expectedDay = await computeReviewDueDay(tx, context.moment)
    await saveEnterpriseStep(tx, context, payload, expectedDay)
    await saveSeniorStep(tx, context, { state: 'HELD', payload: senior, company: payload.enterpriseName, expectedDay })
    return { authStatus: await updateVerificationState(tx, company, 'submitEnterprise'), expectedDay }
  })
}
