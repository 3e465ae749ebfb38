import { requiresSecondPerson } from '#contract/money/credit/limits.ts'
import { maskCreditCode } from '#contract/people/identity/masking.ts'
import { rejectReasons, verificationSteps } from '#contract/people/verification/api.ts'
import { type Fen, sum, ZERO } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { requireSecondPerson } from '#server/people/dual-control/public.ts'
import { type Enterprise, lockEnterprise } from '#server/people/organisation/public.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { notifyResult } from './notify-result.ts'
import { claimCreditCode } from './review-queue.ts'
import { unsealPayload } from './submission-payload.ts'
import { type CaseRef, type CaseRow, decideCase, findCase, findLatestSubmission, updateCase } from './submissions.ts'
import { updateVerificationState, type VerifiedDetails } from './update-state.ts'
import { computeReviewDay } from './working-days.ts'

/** What a verification asks of credit accounts. Handed in, because credit stands above the people who are verified. */
export interface CreditPort {
  /** The account's limits in fen; null where it has not been opened. */
  describeCredit(db: Db, moment: Moment, enterpriseId: string): Promise<{ creditBaseAmount: Fen; creditTempAmount: Fen } | null>
  /** Sets the base limit; a first one opens the account. */
  changeCreditLimit(
    tx: Tx,
    moment: Moment,
    change: { enterpriseId: string; kind: 'base'; limitFen: Fen; reason: string; staffId: string },
  ): Promise<void>
  /** Records that a person accepted the credit agreement, by the version and hash of its text. */
  recordCreditAgreement(
    tx: Tx,
    moment: Moment,
    acceptance: { enterpriseId: string; userId: string; version: string; hash: Buffer; ip: string },
  ): Promise<void>
}

export interface ReviewContext {
  moment: Moment
  credit: CreditPort
  keys: Keys
  staffId: string
}

const CLAIM_MS = 30 * 60_000

/** A case with its company, both held: whoever else wants to claim, decide or submit for this company waits. */
async function hold(tx: Tx, { enterpriseId, id }: CaseRef): Promise<{ company: Enterprise; row: CaseRow }> {
  const company = (await lockEnterprise(tx, enterpriseId)) ?? refuse('CASE_NOT_FOUND')
  const row = await findCase(tx, { enterpriseId, id })
  if (!row || row.state === 'HELD') refuse('CASE_NOT_FOUND')
  if (row.state !== 'WAIT') refuse('VERIFICATION_STATE')
  return { company, row }
}

/** Whose a case is at a moment; a claim that has timed out is nobody's. */
export const getClaimHolder = ({ claimedBy, claimedUntil }: Pick<CaseRow, 'claimedBy' | 'claimedUntil'>, { now }: Moment): string | null =>
  claimedUntil !== null && claimedUntil > now ? claimedBy : null

function refuseIfTaken(row: CaseRow, { moment, staffId }: ReviewContext): void {
  const holder = getClaimHolder(row, moment)
  if (holder !== null && holder !== staffId) refuse('CASE_TAKEN')
}

/** Takes a case for half an hour; taking one's own again begins the half hour anew. */
export async function claimCase(tx: Tx, reviewing: ReviewContext, ref: CaseRef): Promise<CaseRow> {
  const { row } = await hold(tx, ref)
  refuseIfTaken(row, reviewing)
  const claim = { claimedBy: reviewing.staffId, claimedUntil: new Date(reviewing.moment.now.getTime() + CLAIM_MS) }
  await updateCase(tx, ref, claim)
  return { ...row, ...claim }
}

const UNCLAIMED = { claimedBy: null, claimedUntil: null }

/** Puts a case back into the queue. One that nobody holds is there already. */
export async function releaseCase(tx: Tx, reviewing: ReviewContext, ref: CaseRef): Promise<void> {
  const { row } = await hold(tx, ref)
  refuseIfTaken(row, reviewing)
  await updateCase(tx, ref, UNCLAIMED)
}

/** The same as `hold`, for who decides: he has the case open. */
async function holdMine(tx: Tx, reviewing: ReviewContext, ref: CaseRef) {
  const held = await hold(tx, ref)
  refuseIfTaken(held.row, reviewing)
  if (getClaimHolder(held.row, reviewing.moment) === null) refuse('CASE_NOT_CLAIMED')
  return held
}

/** Whether a limit may stand: up to a bound, with the temporary one in force, one person suffices, above it two have to name the same one. */
async function isAgreed(tx: Tx, { moment, staffId, credit: accounts }: ReviewContext, row: CaseRow, limitFen: Fen): Promise<boolean> {
  const credit = await accounts.describeCredit(tx, moment, row.enterpriseId)
  if (!requiresSecondPerson(sum([limitFen, credit?.creditTempAmount ?? ZERO]))) return true
  if (row.proposedLimitFen !== limitFen || row.firstApprover === null) return false
  const people = { firstId: row.firstApprover, secondId: staffId }
  await requireSecondPerson(tx, people, moment, '额度超过 100 万元，需由第二位审核人员通过')
  return true
}

/** The limit that this approval names: of a second person who names none, the first one's. The first step has none. */
function limitOf(row: CaseRow, baseLimit: Fen | undefined): Fen | undefined {
  if (row.step !== 'agent') return baseLimit ?? row.proposedLimitFen ?? refuse('LIMIT_MISSING', { field: 'baseLimit' })
  if (baseLimit !== undefined) refuse('INVALID_INPUT', { field: 'baseLimit', msg: '经办人认证不涉及额度' })
  return undefined
}

/** Passes a step on to the company's row. The senior step that was brought along with the enterprise comes up for review. */
async function pass(
  tx: Tx,
  { moment, keys }: ReviewContext,
  { company, row }: { company: Enterprise; row: CaseRow },
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
  await claimCreditCode(tx, moment, { codeHmac: keys.hmac('creditCode', creditCode), enterpriseId })
  const found: VerifiedDetails = { name: enterpriseName, creditCodeMasked: maskCreditCode(creditCode) }
  const senior = await findLatestSubmission(tx, enterpriseId, { step: 'senior', state: 'HELD' })
  await updateVerificationState(tx, company, senior ? 'approveOn' : 'approveEnterprise', found)
  if (senior) await updateCase(tx, senior, { state: 'WAIT', expectedDay: await computeReviewDay(tx, moment) })
  return { seniorNext: senior !== undefined }
}

/** A limit above zero opens the credit account; zero leaves a closed one closed (domain §3). */
async function setLimit(tx: Tx, { moment, staffId, credit }: ReviewContext, { enterpriseId, step }: CaseRow, limitFen: Fen): Promise<void> {
  if (limitFen === 0 && (await credit.describeCredit(tx, moment, enterpriseId)) === null) return
  await credit.changeCreditLimit(tx, moment, { enterpriseId, kind: 'base', limitFen, reason: `${verificationSteps[step]}通过`, staffId })
}

/**
 * Approves a case that the reviewer holds. Of a limit above the bound the first person's word is written down and the case goes back for
 * another to confirm: false then, true once it is approved.
 */
export async function approveCase(
  tx: Tx,
  reviewing: ReviewContext,
  { baseLimit, ...ref }: CaseRef & { baseLimit?: Fen | undefined },
): Promise<boolean> {
  const { moment, staffId } = reviewing
  const { company, row } = await holdMine(tx, reviewing, ref)
  const limitFen = limitOf(row, baseLimit)
  if (limitFen !== undefined && !(await isAgreed(tx, reviewing, row, limitFen))) {
    await updateCase(tx, ref, { ...UNCLAIMED, firstApprover: staffId, proposedLimitFen: limitFen })
    return false
  }
  const { seniorNext } = await pass(tx, reviewing, { company, row })
  await decideCase(tx, moment, ref, { state: 'PASS', staffId })
  if (limitFen !== undefined) await setLimit(tx, reviewing, row, limitFen)
  await notifyResult(tx, moment, { ...row, result: { passed: true, limitFen, seniorNext } })
  return true
}

const WITH_ENTERPRISE = '企业认证未通过，请与企业资料一并重新提交'

/** Turns a case down. A senior step that came along with the enterprise goes back with it. */
export async function rejectCase(
  tx: Tx,
  reviewing: ReviewContext,
  { reasons, opinion, ...ref }: CaseRef & { reasons: readonly string[]; opinion: string },
): Promise<void> {
  const { moment, staffId } = reviewing
  const { company, row } = await holdMine(tx, reviewing, ref)
  const known: readonly string[] = rejectReasons[row.step]
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
  await decideCase(tx, moment, ref, decision)
  const held = row.step === 'enterprise' ? await findLatestSubmission(tx, row.enterpriseId, { step: 'senior', state: 'HELD' }) : undefined
  if (held) await decideCase(tx, moment, held, { state: 'FAIL', staffId, reasons: [WITH_ENTERPRISE] })
  await notifyResult(tx, moment, { ...row, result: { passed: false, ...decision } })
}
