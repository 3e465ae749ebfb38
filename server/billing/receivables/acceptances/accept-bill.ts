// 承兑汇票: a buyer submits a bill, and finance takes it or does not.
import type { AcceptorKind } from '#contract/money/statements/acceptance-lifecycle.ts'
import {
  computeRepayableTotal,
  type EnterpriseDebt,
  selectDebtNotCoveredByAcceptanceBills,
  splitRepaymentOverDebts,
} from '#contract/money/statements/repayment.ts'
import { createMessageTextWithValues } from '#contract/people/messaging/message-texts/texts.ts'
import { type Fen, formatMoney, minFen, subtractFen, sum, toYuan, ZERO_FEN } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { addDays, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { sendCreditMessagesToPermittedMembers, acceptanceBillMessageTarget as target } from '#server/billing/receivables/credit-messages.ts'
import { readAcceptanceLimitReleaseSettings } from '#server/content/content/public.ts'
import { addToCreditLimitFreedByAcceptances, lockAndReadCreditPosition } from '#server/money/credit/public.ts'
import { lockAndReadDebtsUpToDate, recordAcceptanceCover, reverseInterestOfLoweredDebt } from '#server/money/statements/public.ts'
import { bindFile } from '#server/people/files/public.ts'
import { isUniqueViolation, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import {
  type AcceptanceBillRecord,
  getFirstDayNotCoveredByBill,
  lockAndChangeAcceptanceBillState,
  requireAcceptanceBill,
  type StaffAcceptanceBillInput,
} from './acceptance-bills.ts'
import { insertAcceptanceEvent, sumBillAmountsNotCoveringPrincipal } from './acceptance-events.ts'

type NewAcceptance = Pick<AcceptanceBillRecord, 'enterpriseId' | 'billNo' | 'acceptor' | 'amountFen' | 'maturityDay' | 'fileId'> & {
  acceptorKind: AcceptorKind
  userId: string
}

/**
 * Plans what a bill would cover: what is owed and no other bill covers, in the order of a repayment. Claims and interest are left to the bills
 * that were taken before, as far as these do not cover principal. Refuses MORE_THAN_OWED. The caller has locked the company's debts.
 */
async function planCover(
  tx: Tx,
  moment: Moment,
  debts: EnterpriseDebt,
  { enterpriseId, amountFen }: { enterpriseId: string; amountFen: Fen },
) {
  const debt = selectDebtNotCoveredByAcceptanceBills(debts)
  const ahead = sum([debt.interestFen, ...debt.badDebts.map(({ owedFen }) => owedFen)])
  const left = minFen(ahead, await sumBillAmountsNotCoveringPrincipal(tx, moment, enterpriseId))
  const owed = subtractFen(computeRepayableTotal(debt), left)
  if (amountFen > owed)
    refuse('MORE_THAN_OWED', { msg: `待还且未被票据覆盖的金额为 ${formatMoney(owed)}，票面金额不能超过它`, owed: toYuan(owed) })
  return splitRepaymentOverDebts(debt, sum([amountFen, left])).flatMap((part) => (part.to === 'month' ? [part] : []))
}

/** A buyer submits a bill. It covers nothing before it is taken. Refuses MATURITY_PAST, MORE_THAN_OWED, ACCEPTANCE_USED. */
export async function submitAcceptanceBill(tx: Tx, moment: Moment, bill: NewAcceptance): Promise<AcceptanceBillRecord> {
  const { enterpriseId, userId, fileId, maturityDay } = bill
  if (maturityDay < toShanghaiDay(moment.now)) refuse('MATURITY_PAST')
  await planCover(tx, moment, await lockAndReadDebtsUpToDate(tx, moment, enterpriseId), bill)
  const id = moment.newId()
  await bindFile(tx, { enterpriseId, userId, fileId, purpose: 'acceptance', boundTo: `acceptance:${id}` })
  await tx
    .insertInto('acceptance_bill')
    .values({
      enterprise_id: enterpriseId,
      id,
      bill_no: bill.billNo,
      acceptor_kind: bill.acceptorKind,
      acceptor: bill.acceptor,
      amount_fen: bill.amountFen,
      maturity_day: maturityDay,
      file_id: fileId,
      state: 'WAIT',
      submitted_by: userId,
      submitted_at: moment.now,
    })
    .execute()
    .catch((error) => {
      if (isUniqueViolation(error)) refuse('ACCEPTANCE_USED')
      throw error
    })
  return requireAcceptanceBill(tx, { enterpriseId, id })
}

/**
 * 接收: the bill covers what is owed, in the order of a repayment, from today until three days after its maturity, and nothing is posted. By
 * the setting of its kind of acceptor, the covered principal can be used again at once. `quotedRateBp` is what discounting it may cost a
 * year. Refuses MATURITY_PAST, MORE_THAN_OWED, CREDIT_NOT_OPEN.
 */
export async function acceptAcceptanceBill(
  tx: Tx,
  moment: Moment,
  input: StaffAcceptanceBillInput & { quotedRateBp?: number | undefined },
): Promise<void> {
  const { enterpriseId, id } = input.ref
  const bill = await lockAndChangeAcceptanceBillState(tx, moment, 'accept', { ...input, quotedRateBp: input.quotedRateBp ?? 0 })
  const firstDay = toShanghaiDay(moment.now)
  if (bill.maturityDay < firstDay) refuse('MATURITY_PAST')
  const { bankFreesAt, commercialFreesAt } = await readAcceptanceLimitReleaseSettings(tx)
  if (!(await lockAndReadCreditPosition(tx, enterpriseId))) refuse('CREDIT_NOT_OPEN')
  const debts = await lockAndReadDebtsUpToDate(tx, moment, enterpriseId)
  const months = await planCover(tx, moment, debts, bill)
  const endDay = getFirstDayNotCoveredByBill(bill.maturityDay)
  await recordAcceptanceCover(tx, moment, { enterpriseId, document: id, months, firstDay, endDay })
  // Under a number of its own: what its repayment reverses is under that of the bill.
  await reverseInterestOfLoweredDebt(tx, moment, debts, { enterpriseId, fromDay: firstDay, document: moment.newId() })
  const coveredFen = sum(months.map(({ amountFen }) => amountFen))
  const freesAt = bill.acceptorKind === 'bank' ? bankFreesAt : commercialFreesAt
  const freedFen = freesAt === 'acceptance' ? coveredFen : ZERO_FEN
  await addToCreditLimitFreedByAcceptances(tx, { enterpriseId, amountFen: freedFen })
  await insertAcceptanceEvent(tx, moment, bill, { verb: 'accept', valueDay: firstDay, staffId: input.staffId, coveredFen, freedFen })
  const says = createMessageTextWithValues('acceptanceTaken', {
    billNo: bill.billNo,
    amount: formatMoney(bill.amountFen),
    until: addDays(endDay, -1),
  })
  await sendCreditMessagesToPermittedMembers(tx, moment, [{ enterpriseId, target, says }])
}

/** 拒收: the bill is given back. */
export async function rejectAcceptanceBill(tx: Tx, moment: Moment, input: StaffAcceptanceBillInput): Promise<void> {
  const bill = await lockAndChangeAcceptanceBillState(tx, moment, 'reject', input)
  const facts = { billNo: bill.billNo, amount: formatMoney(bill.amountFen), reason: input.opinion ?? '' }
  await sendCreditMessagesToPermittedMembers(tx, moment, [
    { enterpriseId: bill.enterpriseId, target, says: createMessageTextWithValues('acceptanceRejected', facts) },
  ])
}
