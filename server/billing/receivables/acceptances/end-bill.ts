// 承兑汇票: the bank pays a bill at maturity, buys it before, or it bounces.
import { computeDiscountCostMaxForOnePerson, HONOUR_FEE_BY_ONE_PERSON_MAX_BP } from '#contract/money/statements/acceptance-lifecycle.ts'
import { createMessageTextWithValues } from '#contract/people/messaging/message-texts/texts.ts'
import {
  computeShareOfAmount,
  type Fen,
  formatMoney,
  formatRateAsExactPercent,
  negateFen,
  subtractFen,
  sum,
  toYuan,
  ZERO_FEN,
} from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import {
  allocateFromBankLine,
  computeUnassignedFen,
  lockBankLine,
  requireBankLineSecondPersonIfNeeded,
} from '#server/billing/bank/public.ts'
import { sendCreditMessagesToPermittedMembers, acceptanceBillMessageTarget as target } from '#server/billing/receivables/credit-messages.ts'
import { addToCreditLimitFreedByAcceptances, lockAndReadCreditPosition } from '#server/money/credit/public.ts'
import { postTransfersOfEnterprise } from '#server/money/ledger/public.ts'
import {
  findMonthsCoveredByAcceptance,
  lockAndReadDebtsUpToDate,
  rechargeMissingInterest,
  repayDebt,
  reverseRepaymentOfBouncedBill,
  shortenAcceptanceCover,
} from '#server/money/statements/public.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import {
  type AcceptanceBillRecord,
  getFirstDayCoveredByBill,
  getFirstDayNotCoveredByBill,
  lockAndChangeAcceptanceBillState,
  requireAcceptanceBill,
  type StaffAcceptanceBillInput,
} from './acceptance-bills.ts'
import { insertAcceptanceEvent } from './acceptance-events.ts'

/** What a bank has paid for a bill, and when, and what it kept. The three amounts are those of the bill. */
interface AcceptancePayment {
  verb: 'honour' | 'discount'
  valueDay: string
  receivedFen: Fen
  feeFen: Fen
  discountFen: Fen
  allocationId: string | null
  requestId: string | null
}

/** Refuses ACCEPTANCE_EARLY for money at maturity that came before it, or before the bill was taken; ACCEPTANCE_LATE for a discount after maturity. */
export function requireAllowedBillPaymentDay(
  bill: AcceptanceBillRecord,
  { verb, valueDay }: Pick<AcceptancePayment, 'verb' | 'valueDay'>,
): void {
  if (valueDay < getFirstDayCoveredByBill(bill))
    refuse('ACCEPTANCE_EARLY', { msg: `到账日 ${valueDay} 早于票据接收日 ${getFirstDayCoveredByBill(bill)}` })
  if (verb === 'honour' && valueDay < bill.maturityDay)
    refuse('ACCEPTANCE_EARLY', { msg: `票据 ${bill.maturityDay} 到期，${valueDay} 到账的款项不能登记兑付；到期前收款请登记贴现` })
  if (verb === 'discount' && valueDay >= bill.maturityDay) refuse('ACCEPTANCE_LATE')
}

/** The bank's money is in the books, the cover ends, and the debt is repaid from the bank's day on. The caller has moved the bill. */
async function receiveMoney(
  tx: Tx,
  moment: Moment,
  bill: AcceptanceBillRecord,
  paid: AcceptancePayment & { staffId: string },
): Promise<void> {
  const { enterpriseId, id, billNo, amountFen, covers } = bill
  const { verb, valueDay } = paid
  if (!(await lockAndReadCreditPosition(tx, enterpriseId))) refuse('CREDIT_NOT_OPEN')
  await lockAndReadDebtsUpToDate(tx, moment, enterpriseId)
  const title = `承兑汇票 ${billNo} ${verb === 'honour' ? '兑付' : '贴现'}`
  const same = { document: id, title, valueDay }
  await postTransfersOfEnterprise(tx, moment, {
    enterpriseId,
    transfers: [
      { kind: paid.allocationId === null ? 'honourAcceptance' : 'collectAcceptance', amountFen: paid.receivedFen, ...same },
      { kind: 'acceptanceFee', amountFen: paid.feeFen, ...same },
      { kind: 'acceptanceDiscount', amountFen: paid.discountFen, ...same },
    ],
  })
  const covered = await findMonthsCoveredByAcceptance(tx, { enterpriseId, document: id, firstDay: getFirstDayCoveredByBill(bill) })
  await shortenAcceptanceCover(tx, moment, {
    enterpriseId,
    document: id,
    months: covered,
    fromDay: getFirstDayNotCoveredByBill(bill.maturityDay),
    toDay: valueDay,
  })
  await addToCreditLimitFreedByAcceptances(tx, { enterpriseId, amountFen: negateFen(bill.freedFen) })
  await insertAcceptanceEvent(tx, moment, bill, { ...paid, freedFen: negateFen(bill.freedFen) })
  if (covers) {
    const { parts } = await repayDebt(tx, moment, { enterpriseId, source: 'acceptance', amountFen, valueDay, document: id, covered })
    const surplus = sum(parts.filter(({ to }) => to === 'wallet').map((part) => part.amountFen))
    // A bill that was bought can still bounce, and money in the wallet could not be taken back.
    if (verb === 'discount' && surplus > 0)
      refuse('MORE_THAN_OWED', {
        msg: `待还金额少于票面 ${formatMoney(surplus)}，请到期兑付`,
        owed: toYuan(subtractFen(amountFen, surplus)),
      })
  }
  const says = createMessageTextWithValues('acceptancePaid', { billNo, amount: formatMoney(amountFen), day: valueDay })
  await sendCreditMessagesToPermittedMembers(tx, moment, [{ enterpriseId, target, says }])
}

/** `requestId`: two people have agreed to what the bank has kept. */
export type AcceptanceBillPaidAgainstBankLineInput = StaffAcceptanceBillInput & {
  lineId: string
  feeFen: Fen
  discountFen?: Fen
  requestId?: string
}

/** Refuses ACCEPTANCE_COST if a bank is said to have kept more than one person may say: of a discount, more than was agreed when the bill was taken. */
function requireCost(
  bill: AcceptanceBillRecord,
  { verb, costFen, valueDay }: { verb: 'honour' | 'discount'; costFen: Fen; valueDay: string },
) {
  const { amountFen, quotedRateBp } = bill
  const most =
    verb === 'honour'
      ? computeShareOfAmount(amountFen, HONOUR_FEE_BY_ONE_PERSON_MAX_BP)
      : computeDiscountCostMaxForOnePerson(bill, valueDay)
  if (costFen <= most) return
  const agreed =
    quotedRateBp === 0 ? '接收时没有约定贴现率' : `按约定的年贴现率 ${formatRateAsExactPercent(quotedRateBp ?? 0)} 计 ${formatMoney(most)}`
  const msg =
    verb === 'honour' || quotedRateBp === null
      ? `手续费与贴现息合计 ${formatMoney(costFen)}，超过一人可登记的 ${formatMoney(most)}`
      : `手续费与贴现息合计 ${formatMoney(costFen)}，${agreed}；超过的须提交申请，由另一位财务人员同意`
  refuse('ACCEPTANCE_COST', { msg })
}

/**
 * 兑付 at maturity, or 贴现 before it, against a line that the bank's own file contains: its day counts, and it must have brought what the bank
 * has not kept. Refuses ACCEPTANCE_LINE_TYPED, BANK_LINE_SHORT, ACCEPTANCE_EARLY, ACCEPTANCE_LATE, ACCEPTANCE_COST, and MORE_THAN_OWED for a
 * discount above the debt.
 */
export async function recordAcceptanceBillPaidByBank(
  tx: Tx,
  moment: Moment,
  verb: 'honour' | 'discount',
  { lineId, feeFen, discountFen = ZERO_FEN, requestId, ...input }: AcceptanceBillPaidAgainstBankLineInput,
): Promise<void> {
  const line = await lockBankLine(tx, lineId)
  if (line.source !== 'statement') refuse('ACCEPTANCE_LINE_TYPED')
  const bill = await lockAndChangeAcceptanceBillState(tx, moment, verb, input)
  requireAllowedBillPaymentDay(bill, { verb, valueDay: line.day })
  const cost = sum([feeFen, discountFen])
  if (requestId === undefined) requireCost(bill, { verb, costFen: cost, valueDay: line.day })
  const receivedFen = subtractFen(bill.amountFen, cost)
  const left = computeUnassignedFen(line)
  if (receivedFen > left) refuse('BANK_LINE_SHORT', { msg: `票款 ${formatMoney(receivedFen)}，超过该流水未用余额 ${formatMoney(left)}` })
  // What the bank has kept is what the line lacks. Otherwise a cost that nobody bore would leave money of the line for others.
  if (cost > 0 && receivedFen !== left)
    refuse('ACCEPTANCE_COST', {
      msg: `有手续费或贴现息时，该流水须全部用于本票据：未用余额 ${formatMoney(left)}，到账应为 ${formatMoney(receivedFen)}`,
    })
  const { enterpriseId } = bill
  const { staffId } = input
  const alone = await requireBankLineSecondPersonIfNeeded(tx, moment, { line, staffId, parts: [{ enterpriseId, amountFen: receivedFen }] })
  const title = `承兑汇票 ${bill.billNo}`
  const use = { enterpriseId, kind: 'acceptance', amountFen: receivedFen, acceptanceId: bill.id, title, staffId, alone } as const
  const allocationId = await allocateFromBankLine(tx, moment, line, use)
  await receiveMoney(tx, moment, bill, {
    verb,
    valueDay: line.day,
    receivedFen,
    feeFen,
    discountFen,
    allocationId,
    requestId: requestId ?? null,
    staffId,
  })
}

/** 例外兑付: two people say that a bill was paid. Refuses ACCEPTANCE_EARLY. The caller has decided the request. */
export async function honourBillByApprovedRequest(
  tx: Tx,
  moment: Moment,
  { requestId, valueDay, feeFen, ...input }: StaffAcceptanceBillInput & { requestId: string; valueDay: string; feeFen: Fen },
): Promise<void> {
  const bill = await lockAndChangeAcceptanceBillState(tx, moment, 'honour', input)
  requireExceptionDayNotBeforeMaturity(bill, valueDay)
  const receivedFen = subtractFen(bill.amountFen, feeFen)
  const paid = { verb: 'honour', valueDay, receivedFen, feeFen, discountFen: ZERO_FEN, allocationId: null, requestId } as const
  await receiveMoney(tx, moment, bill, { ...paid, staffId: input.staffId })
}

/** 付追索款: two people say that the bank took back what it had paid for a bill that bounced. The caller has decided the request. */
export async function recordRecourseByApprovedRequest(
  tx: Tx,
  moment: Moment,
  { requestId, valueDay, ...input }: StaffAcceptanceBillInput & { requestId: string; valueDay: string },
): Promise<void> {
  const bill = await lockAndChangeAcceptanceBillState(tx, moment, 'recourse', input)
  const { enterpriseId, id, billNo, amountFen } = bill
  requireRecourseDayNotBeforePaidDay(bill, valueDay)
  const transfer = { kind: 'acceptanceRecourse', amountFen, document: id, title: `承兑汇票 ${billNo} 追索`, valueDay } as const
  await postTransfersOfEnterprise(tx, moment, { enterpriseId, transfers: [transfer] })
  await insertAcceptanceEvent(tx, moment, bill, { verb: 'recourse', valueDay, staffId: input.staffId, requestId })
}

/** Refuses ACCEPTANCE_EARLY for money that went back before the bank had paid it. */
export function requireRecourseDayNotBeforePaidDay({ paidDay }: AcceptanceBillRecord, valueDay: string): void {
  if (paidDay !== null && valueDay < paidDay) refuse('ACCEPTANCE_EARLY', { msg: `扣款日 ${valueDay} 早于贴现到账日 ${paidDay}` })
}

/** Refuses ACCEPTANCE_EARLY for a day of an exception before maturity. */
export const requireExceptionDayNotBeforeMaturity = (bill: AcceptanceBillRecord, valueDay: string): void =>
  requireAllowedBillPaymentDay(bill, { verb: 'honour', valueDay })

/**
 * 退票: all is as if the bill had never been given. It has covered nothing, what it repaid is owed again since then, the days are charged as
 * they would have been, and the limit that it freed is used again. If a bank had bought it, the bill waits for what the bank takes back. What was taken before
 * bills covered is owed again from today on.
 */
export async function bounceAcceptanceBill(tx: Tx, moment: Moment, input: StaffAcceptanceBillInput): Promise<void> {
  const known = await requireAcceptanceBill(tx, input.ref)
  const bought = known.state === 'DISCOUNTED'
  const bill = await lockAndChangeAcceptanceBillState(tx, moment, bought ? 'bounceBought' : 'bounce', input)
  const { enterpriseId, id, covers, paidDay, amountFen } = bill
  const today = toShanghaiDay(moment.now)
  if (!(await lockAndReadCreditPosition(tx, enterpriseId))) refuse('CREDIT_NOT_OPEN')
  await lockAndReadDebtsUpToDate(tx, moment, enterpriseId)
  const firstDay = getFirstDayCoveredByBill(bill)
  const covered = covers ? await findMonthsCoveredByAcceptance(tx, { enterpriseId, document: id, firstDay }) : []
  const fromDay = [getFirstDayNotCoveredByBill(bill.maturityDay), paidDay ?? '9999-12-31'].toSorted()[0] ?? firstDay
  await shortenAcceptanceCover(tx, moment, { enterpriseId, document: id, months: covered, fromDay, toDay: firstDay })
  const repaid =
    bought || !covers ? await reverseRepaymentOfBouncedBill(tx, moment, { enterpriseId, id, valueDay: covers ? undefined : today }) : []
  if (covers) {
    const months = [...new Set([...covered.map(({ month }) => month), ...repaid])]
    await rechargeMissingInterest(tx, moment, { enterpriseId, months, firstDay, document: id })
  }
  await addToCreditLimitFreedByAcceptances(tx, { enterpriseId, amountFen: negateFen(bill.freedFen) })
  const event = { verb: 'bounce', valueDay: today, staffId: input.staffId, freedFen: negateFen(bill.freedFen) } as const
  await insertAcceptanceEvent(tx, moment, bill, event)
  const facts = { billNo: bill.billNo, amount: formatMoney(amountFen), reason: input.opinion ?? '' }
  await sendCreditMessagesToPermittedMembers(tx, moment, [
    { enterpriseId, target, says: createMessageTextWithValues('acceptanceBounced', facts) },
  ])
}
