// What two people say of a bill: writes the table `acceptance_request`. list-requests.ts reads it.
import { getEarliestValueDayForTwoPeople } from '#contract/billing/bank/value-day.ts'
import { type AcceptanceRequestKind, acceptanceRequestLifecycle } from '#contract/money/statements/acceptance-lifecycle.ts'
import { type Fen, formatMoney, sum, ZERO_FEN } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { lockBankLine } from '#server/billing/bank/public.ts'
import { requireDecidableRequestAndGetNextState } from '#server/people/staff/public.ts'
import { isUniqueViolation, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import {
  type AcceptanceBillRecord,
  isAcceptanceBillVerbAllowed,
  refuseMovedAcceptanceBill,
  requireAcceptanceBill,
  type StaffAcceptanceBillInput,
} from './acceptance-bills.ts'
import {
  honourBillByApprovedRequest,
  recordAcceptanceBillPaidByBank,
  recordRecourseByApprovedRequest,
  requireAllowedBillPaymentDay,
  requireExceptionDayNotBeforeMaturity,
  requireRecourseDayNotBeforePaidDay,
} from './end-bill.ts'

interface NewRequest {
  kind: AcceptanceRequestKind
  valueDay: string
  feeFen: Fen
  discountFen: Fen
  lineId: string | null
  reason: string
}

/** Proposes something about a bill. Nothing is posted yet. Refuses ACCEPTANCE_REQUESTED. Returns the id of the request. */
async function insertRequest(tx: Tx, moment: Moment, { ref, staffId }: StaffAcceptanceBillInput, request: NewRequest): Promise<string> {
  const id = moment.newId()
  await tx
    .insertInto('acceptance_request')
    .values({
      enterprise_id: ref.enterpriseId,
      id,
      bill_id: ref.id,
      kind: request.kind,
      value_day: request.valueDay,
      fee_fen: request.feeFen,
      discount_fen: request.discountFen,
      line_id: request.lineId,
      reason: request.reason,
      state: 'WAIT',
      proposed_by: staffId,
      proposed_at: moment.now,
    })
    .execute()
    .catch((error) => {
      if (isUniqueViolation(error)) refuse('ACCEPTANCE_REQUESTED')
      throw error
    })
  return id
}

/** Finds a bill that may take a step. Refuses ACCEPTANCE_NOT_FOUND, ACCEPTANCE_STATE. */
async function requireMovableBill(
  tx: Tx,
  moment: Moment,
  ref: StaffAcceptanceBillInput['ref'],
  verb: Parameters<typeof isAcceptanceBillVerbAllowed>[1],
): Promise<AcceptanceBillRecord> {
  const bill = await requireAcceptanceBill(tx, ref)
  if (!isAcceptanceBillVerbAllowed(bill, verb)) await refuseMovedAcceptanceBill(tx, moment, ref)
  return bill
}

/** Refuses DAY_AHEAD, VALUE_DAY_TOO_OLD for a day that people say. */
function requireValueDay(moment: Moment, valueDay: string): void {
  const today = toShanghaiDay(moment.now)
  if (valueDay > today) refuse('DAY_AHEAD', { field: 'valueDay' })
  if (valueDay < getEarliestValueDayForTwoPeople(today)) refuse('VALUE_DAY_TOO_OLD', { field: 'valueDay' })
}

/** Refuses ACCEPTANCE_COST if a bank is said to have kept all of a bill. */
function requireSomethingLeft({ amountFen }: AcceptanceBillRecord, costFen: Fen): void {
  if (costFen >= amountFen) refuse('ACCEPTANCE_COST', { msg: `手续费与贴现息须小于票面金额 ${formatMoney(amountFen)}` })
}

/**
 * 例外兑付: proposes that a bill was paid on a day, less a fee. Refuses ACCEPTANCE_STATE, DAY_AHEAD, VALUE_DAY_TOO_OLD, ACCEPTANCE_EARLY, ACCEPTANCE_COST,
 * ACCEPTANCE_REQUESTED.
 */
export async function proposeExceptionalAcceptanceHonour(
  tx: Tx,
  moment: Moment,
  { valueDay, feeFen, reason, ...press }: StaffAcceptanceBillInput & { valueDay: string; feeFen: Fen; reason: string },
): Promise<string> {
  const bill = await requireMovableBill(tx, moment, press.ref, 'honour')
  requireValueDay(moment, valueDay)
  requireExceptionDayNotBeforeMaturity(bill, valueDay)
  requireSomethingLeft(bill, feeFen)
  return insertRequest(tx, moment, press, { kind: 'honour', valueDay, feeFen, discountFen: ZERO_FEN, lineId: null, reason })
}

/**
 * 超约定贴现: proposes that a bank bought a bill for less than was agreed. Its day is that of the line. Refuses ACCEPTANCE_STATE, BANK_LINE_NOT_FOUND,
 * ACCEPTANCE_LINE_TYPED, ACCEPTANCE_EARLY, ACCEPTANCE_LATE, ACCEPTANCE_COST, ACCEPTANCE_REQUESTED; the rest is checked when another person agrees.
 */
export async function proposeDiscountBelowAgreedAmount(
  tx: Tx,
  moment: Moment,
  {
    lineId,
    feeFen,
    discountFen,
    reason,
    ...press
  }: StaffAcceptanceBillInput & { lineId: string; feeFen: Fen; discountFen: Fen; reason: string },
): Promise<string> {
  const line = await lockBankLine(tx, lineId)
  if (line.source !== 'statement') refuse('ACCEPTANCE_LINE_TYPED')
  const bill = await requireMovableBill(tx, moment, press.ref, 'discount')
  requireAllowedBillPaymentDay(bill, { verb: 'discount', valueDay: line.day })
  requireSomethingLeft(bill, sum([feeFen, discountFen]))
  return insertRequest(tx, moment, press, { kind: 'discount', valueDay: line.day, feeFen, discountFen, lineId, reason })
}

/** 付追索款: proposes that the bank took back on a day what it had paid for a bill. Refuses ACCEPTANCE_STATE, DAY_AHEAD, VALUE_DAY_TOO_OLD, ACCEPTANCE_EARLY, ACCEPTANCE_REQUESTED. */
export async function proposeAcceptanceRecourse(
  tx: Tx,
  moment: Moment,
  { valueDay, reason, ...press }: StaffAcceptanceBillInput & { valueDay: string; reason: string },
): Promise<string> {
  const bill = await requireMovableBill(tx, moment, press.ref, 'recourse')
  requireValueDay(moment, valueDay)
  requireRecourseDayNotBeforePaidDay(bill, valueDay)
  return insertRequest(tx, moment, press, { kind: 'recourse', valueDay, feeFen: ZERO_FEN, discountFen: ZERO_FEN, lineId: null, reason })
}

/**
 * Decides a request. Its author may withdraw it but never agree to it. The request is locked before its bill. Refuses
 * FINANCE_REQUEST_NOT_FOUND, FINANCE_REQUEST_DECIDED, SECOND_PERSON_NEEDED, SECOND_PERSON_TIED, and what an honoured bill refuses.
 */
export async function decideAcceptanceRequest(
  tx: Tx,
  moment: Moment,
  { ref, approve, staffId }: StaffAcceptanceBillInput & { approve: boolean },
): Promise<void> {
  const { enterpriseId, id } = ref
  const request = await tx
    .selectFrom('acceptance_request')
    .select(['bill_id', 'kind', 'line_id', 'value_day', 'fee_fen', 'discount_fen', 'state', 'proposed_by', 'decided_by', 'decided_at'])
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!request) refuse('FINANCE_REQUEST_NOT_FOUND')
  const { verbs } = acceptanceRequestLifecycle
  const msg = '不能同意自己提交的申请，须由另一位财务人员同意'
  const state = await requireDecidableRequestAndGetNextState(tx, moment, { verbs, request, approve, staffId, msg })
  await tx
    .updateTable('acceptance_request')
    .set({ state, decided_by: staffId, decided_at: moment.now })
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', id)
    .execute()
  if (!approve) return
  const approved = {
    ref: { enterpriseId, id: request.bill_id },
    staffId,
    requestId: id,
    valueDay: request.value_day,
    feeFen: request.fee_fen,
  }
  if (request.kind === 'honour') await honourBillByApprovedRequest(tx, moment, approved)
  else if (request.kind === 'recourse') await recordRecourseByApprovedRequest(tx, moment, approved)
  else
    await recordAcceptanceBillPaidByBank(tx, moment, 'discount', {
      ...approved,
      lineId: request.line_id ?? '',
      discountFen: request.discount_fen,
    })
}
