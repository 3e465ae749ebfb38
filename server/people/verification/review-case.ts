import { isSecondPersonNeededForCreditLimit } from '#contract/money/credit/limits.ts'
import { maskCreditCode } from '#contract/people/identity/masking.ts'
import { consoleVerificationEndpoints, verificationRejectReasons, verificationSteps } from '#contract/people/verification/api.ts'
import { type Fen, sum, ZERO_FEN } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { requireSecondPerson } from '#server/people/dual-control/public.ts'
import { type Enterprise, lockEnterprise } from '#server/people/organisation/public.ts'
import { findLastStaffChange, refuseNamingColleague } from '#server/people/staff/public.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { notifyReviewResult } from './notify-result.ts'
import { claimCreditCode } from './review-queue.ts'
import { unsealPayload } from './submission-payload.ts'
import {
  findLatestSubmission,
  findVerificationCase,
  recordVerificationDecision,
  updateVerificationCaseRow,
  type VerificationCaseRef,
  type VerificationCaseRow,
} from './submissions.ts'
import { updateVerificationState, type VerifiedStepDetails } from './update-verification-state.ts'
import { computeReviewDueDay } from './working-days/working-days.ts'

/** The functions of credit accounts that the verification needs. They are passed in, because credit is a higher module. */
export interface CreditAccountFunctions {
  /** Returns the limits of the account in fen; null if it is not open. */
  readCreditAccount(db: Db, moment: Moment, enterpriseId: string): Promise<{ creditBaseAmount: Fen; creditTempAmount: Fen } | null>
  /** The share of a company in a group, which is its base limit; null: it is in none. */
  findCompanyGroupShare(db: Db, enterpriseId: string): Promise<{ name: string; shareFen: Fen } | null>
  /** Sets the base limit; the first one opens the account. */
  applyCreditLimitChange(
    tx: Tx,
    moment: Moment,
    change: { enterpriseId: string; kind: 'base'; limitFen: Fen; reason: string; staffId: string },
  ): Promise<void>
  /** Records that a person has accepted the credit agreement, with version and hash of its text. */
  recordCreditAgreementAcceptance(
    tx: Tx,
    moment: Moment,
    acceptance: { enterpriseId: string; userId: string; version: string; hash: Buffer; ip: string },
  ): Promise<void>
}

export interface ReviewContext {
  moment: Moment
  credit: CreditAccountFunctions
  keys: Keys
  staffId: string
}

const CLAIM_MS = 30 * 60_000

const { approve, reject } = consoleVerificationEndpoints
const changeTexts = { [approve.path]: '通过这项认证', [reject.path]: '驳回这项认证' }

/** Locks the enterprise and reads its case, so that concurrent claims, decisions and submissions of this enterprise wait. */
async function hold(
  tx: Tx,
  { moment }: ReviewContext,
  { enterpriseId, id }: VerificationCaseRef,
): Promise<{ company: Enterprise; row: VerificationCaseRow }> {
  const company = (await lockEnterprise(tx, enterpriseId)) ?? refuse('CASE_NOT_FOUND')
  const row = await findVerificationCase(tx, { enterpriseId, id })
  if (!row || row.state === 'HELD') refuse('CASE_NOT_FOUND')
  if (row.state !== 'WAIT') {
    const change = await findLastStaffChange(tx, moment, { objectId: id, texts: changeTexts })
    await refuseNamingColleague(tx, moment, { reason: 'VERIFICATION_STATE', change })
  }
  return { company, row }
}

/** Returns who holds a case now. An expired claim counts as none. */
export const computeCaseHolderStaffId = (
  { claimedBy, claimedUntil }: Pick<VerificationCaseRow, 'claimedBy' | 'claimedUntil'>,
  { now }: Moment,
): string | null => (claimedUntil !== null && claimedUntil > now ? claimedBy : null)

function refuseIfTaken(row: VerificationCaseRow, { moment, staffId }: ReviewContext): void {
  const holder = computeCaseHolderStaffId(row, moment)
  if (holder !== null && holder !== staffId) refuse('CASE_TAKEN')
}

/** Claims a case for half an hour. Claiming one's own case again extends it. */
export async function claimVerificationCase(tx: Tx, context: ReviewContext, ref: VerificationCaseRef): Promise<VerificationCaseRow> {
  const { row } = await hold(tx, context, ref)
  refuseIfTaken(row, context)
  const claim = { claimedBy: context.staffId, claimedUntil: new Date(context.moment.now.getTime() + CLAIM_MS) }
  await updateVerificationCaseRow(tx, ref, claim)
  return { ...row, ...claim }
}

const UNCLAIMED = { claimedBy: null, claimedUntil: null }

/** Releases a case to the queue. Releasing an unclaimed one changes nothing. */
export async function releaseVerificationCase(tx: Tx, context: ReviewContext, ref: VerificationCaseRef): Promise<void> {
  const { row } = await hold(tx, context, ref)
  refuseIfTaken(row, context)
  await updateVerificationCaseRow(tx, ref, UNCLAIMED)
}

/** The same as `hold`, for a decision: refuses if the reviewer does not hold the claim. */
async function holdMine(tx: Tx, context: ReviewContext, ref: VerificationCaseRef) {
  const held = await hold(tx, context, ref)
  refuseIfTaken(held.row, context)
  if (computeCaseHolderStaffId(held.row, context.moment) === null) refuse('CASE_NOT_CLAIMED')
  return held
}

/**
 * Whether a limit can be approved. Up to a bound, including the temporary limit, one person is enough; above it two people must name the
 * same limit.
 */
async function checkAgreement(
  tx: Tx,
  { moment, staffId, credit: accounts }: ReviewContext,
  row: VerificationCaseRow,
  limitFen: Fen,
): Promise<boolean> {
  const credit = await accounts.readCreditAccount(tx, moment, row.enterpriseId)
  if (!isSecondPersonNeededForCreditLimit(sum([limitFen, credit?.creditTempAmount ?? ZERO_FEN]))) return true
  if (row.proposedLimitFen !== limitFen || row.firstApprover === null) return false
  const people = { firstId: row.firstApprover, secondId: staffId }
  await requireSecondPerson(tx, people, moment, '额度超过 100 万元，需由第二位审核人员通过')
  return true
}

/** Returns the limit of this approval. A second person who names none confirms the first person's. The first step has no limit. */
function limitOf(row: VerificationCaseRow, baseLimit: Fen | undefined): Fen | undefined {
  if (row.step !== 'agent') return baseLimit ?? row.proposedLimitFen ?? refuse('LIMIT_MISSING', { field: 'baseLimit' })
  if (baseLimit !== undefined) refuse('INVALID_INPUT', { field: 'baseLimit', msg: '经办人认证不涉及额度' })
  return undefined
}

/** Writes a passed step to the enterprise. A senior step that was submitted together with the enterprise step becomes ready for review. */
async function pass(
  tx: Tx,
  { moment, keys }: ReviewContext,
  { company, row }: { company: Enterprise; row: VerificationCaseRow },
): Promise<{ seniorNext: boolean }> {
  const { enterpriseId } = row
  if (row.step === 'senior') {
    await updateVerificationState(tx, company, 'approveSenior')
    return { seniorNext: false }
  }
  if (row.step === 'agent') {
    await updateVerificationState(tx, company, 'approveAgent', { agentName: unsealPayload<'agent'>(keys, row).name })
    return { seniorNext: false }
  }
  const { enterpriseName, creditCode } = unsealPayload<'enterprise'>(keys, row)
  await claimCreditCode(tx, moment, { codeHmacs: keys.claimHmacs('creditCode', creditCode), enterpriseId })
  const found: VerifiedStepDetails = { name: enterpriseName, creditCodeMasked: maskCreditCode(creditCode) }
  const senior = await findLatestSubmission(tx, enterpriseId, { step: 'senior', state: 'HELD' })
  await updateVerificationState(tx, company, senior ? 'approveOn' : 'approveEnterprise', found)
  if (senior) await updateVerificationCaseRow(tx, senior, { state: 'WAIT', expectedDay: await computeReviewDueDay(tx, moment) })
  return { seniorNext: senior !== undefined }
}

/** A limit above zero opens the credit account; zero does not open it (domain §3). */
async function setLimit(
  tx: Tx,
  { moment, staffId, credit }: ReviewContext,
  { enterpriseId, step }: VerificationCaseRow,
  limitFen: Fen,
): Promise<void> {
  if (limitFen === 0 && (await credit.readCreditAccount(tx, moment, enterpriseId)) === null) return
  await credit.applyCreditLimitChange(tx, moment, {
    enterpriseId,
    kind: 'base',
    limitFen,
    reason: `${verificationSteps[step]}通过`,
    staffId,
  })
}

/**
 * Approves a case that the reviewer holds. If the limit is above the bound, the first approval is recorded, the case goes back to the queue
 * for a second person, and the result is false. It is true when the case is approved.
 */
export async function approveCaseOrRecordFirstApproval(
  tx: Tx,
  context: ReviewContext,
  { baseLimit, ...ref }: VerificationCaseRef & { baseLimit?: Fen | undefined },
): Promise<boolean> {
  const { moment, staffId } = context
  const { company, row } = await holdMine(tx, context, ref)
  // The limit of a member of a group is its share, which a review does not set.
  const isMemberOfGroup = (await context.credit.findCompanyGroupShare(tx, row.enterpriseId)) !== null
  const limitFen = isMemberOfGroup ? undefined : limitOf(row, baseLimit)
  if (limitFen !== undefined && !(await checkAgreement(tx, context, row, limitFen))) {
    await updateVerificationCaseRow(tx, ref, { ...UNCLAIMED, firstApprover: staffId, proposedLimitFen: limitFen })
    return false
  }
  const { seniorNext } = await pass(tx, context, { company, row })
  await recordVerificationDecision(tx, moment, ref, { state: 'PASS', staffId })
  if (limitFen !== undefined) await setLimit(tx, context, row, limitFen)
  await notifyReviewResult(tx, moment, { ...row, result: { passed: true, limitFen, seniorNext } })
  return true
}

const WITH_ENTERPRISE = '企业认证未通过，请与企业资料一并重新提交'

/** Rejects a case. A senior step that was submitted together with the enterprise step is rejected with it. */
export async function rejectVerificationCase(
  tx: Tx,
  context: ReviewContext,
  { reasons, opinion, ...ref }: VerificationCaseRef & { reasons: readonly string[]; opinion: string },
): Promise<void> {
  const { moment, staffId } = context
  const { company, row } = await holdMine(tx, context, ref)
  const known: readonly string[] = verificationRejectReasons[row.step]
  if (reasons.some((reason) => !known.includes(reason))) refuse('INVALID_INPUT', { field: 'reasons', msg: '请从列表中选择原因' })
  const decision = {
    state: 'FAIL',
    staffId,
    reasons: known.filter((reason) => reasons.includes(reason)),
    opinion: opinion || null,
  } as const
  await updateVerificationState(
    tx,
    company,
    ({ agent: 'rejectAgent', enterprise: 'rejectEnterprise', senior: 'rejectSenior' } as const)[row.step],
  )
  await recordVerificationDecision(tx, moment, ref, decision)
  const held = row.step === 'enterprise' ? await findLatestSubmission(tx, row.enterpriseId, { step: 'senior', state: 'HELD' }) : undefined
  if (held) await recordVerificationDecision(tx, moment, held, { state: 'FAIL', staffId, reasons: [WITH_ENTERPRISE] })
  await notifyReviewResult(tx, moment, { ...row, result: { passed: false, ...decision } })
}
