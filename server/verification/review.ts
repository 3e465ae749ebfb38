import { takesTwo } from '../../contract/credit/limits.ts'
import { maskCreditCode } from '../../contract/identity/masking.ts'
import type { Fen } from '../../contract/money.ts'
import { refuse } from '../../contract/refusals.ts'
import { rejectReasons, steps } from '../../contract/verification/api.ts'
import { changeLimit, describeCredit } from '../credit/public.ts'
import { type Enterprise, lockEnterprise } from '../organisation/public.ts'
import type { Tx } from '../platform/db.ts'
import type { Keys } from '../platform/keys.ts'
import type { Moment } from '../platform/moment.ts'
import { claimCode } from './across-companies.ts'
import { openPayload } from './facts.ts'
import { type Found, moveOn } from './move-on.ts'
import { type CaseRef, type CaseRow, changeCase, decideCase, findCase, findLatest } from './submissions.ts'
import { tellResult } from './tell-result.ts'
import { expectedReviewDay } from './working-days.ts'

export interface Reviewing {
  moment: Moment
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
export const holderOf = ({ claimedBy, claimedUntil }: Pick<CaseRow, 'claimedBy' | 'claimedUntil'>, { now }: Moment): string | null =>
  claimedUntil !== null && claimedUntil > now ? claimedBy : null

function refuseIfTaken(row: CaseRow, { moment, staffId }: Reviewing): void {
  const holder = holderOf(row, moment)
  if (holder !== null && holder !== staffId) refuse('CASE_TAKEN')
}

/** Takes a case for half an hour; taking one's own again begins the half hour anew. */
export async function claimCase(tx: Tx, reviewing: Reviewing, ref: CaseRef): Promise<CaseRow> {
  const { row } = await hold(tx, ref)
  refuseIfTaken(row, reviewing)
  const claim = { claimedBy: reviewing.staffId, claimedUntil: new Date(reviewing.moment.now.getTime() + CLAIM_MS) }
  await changeCase(tx, ref, claim)
  return { ...row, ...claim }
}

const UNCLAIMED = { claimedBy: null, claimedUntil: null }

/** Puts a case back into the queue. One that nobody holds is there already. */
export async function releaseCase(tx: Tx, reviewing: Reviewing, ref: CaseRef): Promise<void> {
  const { row } = await hold(tx, ref)
  refuseIfTaken(row, reviewing)
  await changeCase(tx, ref, UNCLAIMED)
}

/** The same as `hold`, for who decides: he has the case open. */
async function holdMine(tx: Tx, reviewing: Reviewing, ref: CaseRef) {
  const held = await hold(tx, ref)
  refuseIfTaken(held.row, reviewing)
  if (holderOf(held.row, reviewing.moment) === null) refuse('CASE_NOT_CLAIMED')
  return held
}

/** Whether a limit may stand: up to a bound one person suffices, above it two have to name the same one. */
function isAgreed(row: CaseRow, limitFen: Fen, staffId: string): boolean {
  if (!takesTwo(limitFen)) return true
  if (row.proposedLimitFen !== limitFen) return false
  if (row.firstApprover === staffId) refuse('SECOND_PERSON_NEEDED')
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
  { moment, keys }: Reviewing,
  { company, row }: { company: Enterprise; row: CaseRow },
): Promise<{ seniorNext: boolean }> {
  const { enterpriseId } = row
  if (row.step === 'senior') {
    await moveOn(tx, company, 'approveSenior')
    return { seniorNext: false }
  }
  if (row.step === 'agent') {
    await moveOn(tx, company, 'approveAgent', { agentName: openPayload<'agent'>(keys, row).name })
    return { seniorNext: false }
  }
  const { enterpriseName, creditCode } = openPayload<'enterprise'>(keys, row)
  await claimCode(tx, moment, { codeHmac: keys.hmac('creditCode', creditCode), enterpriseId })
  const found: Found = { name: enterpriseName, creditCodeMasked: maskCreditCode(creditCode) }
  const senior = await findLatest(tx, enterpriseId, { step: 'senior', state: 'HELD' })
  await moveOn(tx, company, senior ? 'approveOn' : 'approveEnterprise', found)
  if (senior) await changeCase(tx, senior, { state: 'WAIT', expectedDay: await expectedReviewDay(tx, moment) })
  return { seniorNext: senior !== undefined }
}

/** A limit above zero opens the credit account; zero leaves a closed one closed (domain §3). */
async function setLimit(tx: Tx, { moment, staffId }: Reviewing, { enterpriseId, step }: CaseRow, limitFen: Fen): Promise<void> {
  if (limitFen === 0 && (await describeCredit(tx, moment, enterpriseId)) === null) return
  await changeLimit(tx, moment, { enterpriseId, kind: 'base', limitFen, reason: `${steps[step]}通过`, staffId })
}

/**
 * Approves a case that the reviewer holds. Of a limit above the bound the first person's word is written down and the case goes back for
 * another to confirm: false then, true once it is approved.
 */
export async function approveCase(
  tx: Tx,
  reviewing: Reviewing,
  { baseLimit, ...ref }: CaseRef & { baseLimit?: Fen | undefined },
): Promise<boolean> {
  const { moment, staffId } = reviewing
  const { company, row } = await holdMine(tx, reviewing, ref)
  const limitFen = limitOf(row, baseLimit)
  if (limitFen !== undefined && !isAgreed(row, limitFen, staffId)) {
    await changeCase(tx, ref, { ...UNCLAIMED, firstApprover: staffId, proposedLimitFen: limitFen })
    return false
  }
  const { seniorNext } = await pass(tx, reviewing, { company, row })
  await decideCase(tx, moment, ref, { state: 'PASS', staffId })
  if (limitFen !== undefined) await setLimit(tx, reviewing, row, limitFen)
  await tellResult(tx, moment, { ...row, result: { passed: true, limitFen, seniorNext } })
  return true
}

const WITH_ENTERPRISE = '企业认证未通过，请与企业资料一并重新提交'

/** Turns a case down. A senior step that came along with the enterprise goes back with it. */
export async function rejectCase(
  tx: Tx,
  reviewing: Reviewing,
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
  await moveOn(tx, company, ({ agent: 'rejectAgent', enterprise: 'rejectEnterprise', senior: 'rejectSenior' } as const)[row.step])
  await decideCase(tx, moment, ref, decision)
  const held = row.step === 'enterprise' ? await findLatest(tx, row.enterpriseId, { step: 'senior', state: 'HELD' }) : undefined
  if (held) await decideCase(tx, moment, held, { state: 'FAIL', staffId, reasons: [WITH_ENTERPRISE] })
  await tellResult(tx, moment, { ...row, result: { passed: false, ...decision } })
}
