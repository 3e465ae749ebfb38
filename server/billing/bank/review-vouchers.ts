import type { ManualBankLineInput } from '#contract/billing/bank/shapes.ts'
import { getEarliestValueDayForOnePerson } from '#contract/billing/bank/value-day.ts'
import type { consoleVoucherEndpoints } from '#contract/billing/bank/voucher-api.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import { type Fen, formatMoney } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import {
  findVoucher,
  recordFirstVoucherApproval,
  refuseMovedVoucher,
  rejectVoucher,
  requireDifferentSecondApprover,
  type Voucher,
} from '#server/billing/bank-transfers/public.ts'
import { holdOwnAccountOfTypedLine, readBankTransferSecondPersonThreshold } from '#server/content/content/public.ts'
import { type ExternalPayment, findPayment, isPaymentOpen } from '#server/money/payments/public.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { settlePaymentFromBankLine } from './assign-bank-line.ts'
import { type BankLineRecord, computeUnassignedFen, createManualBankLineInSuspense, lockBankLine } from './bank-line-store.ts'
import { evaluateBankLineSecondPersonRule } from './checks/second-person-rule.ts'
import { requireValueDayInRange } from './value-days/requests.ts'

export interface VoucherWithPayment {
  voucher: Voucher
  payment: ExternalPayment
}

/** Returns a voucher with its payment. Refuses VOUCHER_NOT_FOUND. */
export async function requireVoucherWithPayment(db: Db, ref: { enterpriseId: string; id: string }): Promise<VoucherWithPayment> {
  const voucher = (await findVoucher(db, ref)) ?? refuse('VOUCHER_NOT_FOUND')
  const payment = (await findPayment(db, { enterpriseId: ref.enterpriseId, id: voucher.paymentId })) ?? refuse('VOUCHER_NOT_FOUND')
  return { voucher, payment }
}

/**
 * Records a line before its statement is imported, with a day that one person may type. Refuses DAY_AHEAD, VALUE_DAY_TOO_OLD,
 * VALUE_DAY_NEEDS_TWO, BANK_ACCOUNT_MISSING, BANK_ACCOUNT_NOT_OWN, BANK_ACCOUNT_UNCLEAR, BANK_REFERENCE_USED.
 */
export async function recordManualBankLine(
  tx: Tx,
  moment: Moment,
  { amount, ...typed }: ManualBankLineInput,
  staffId: string,
): Promise<BankLineRecord> {
  requireValueDayInRange(moment, typed.day)
  if (typed.day < getEarliestValueDayForOnePerson(toShanghaiDay(moment.now))) refuse('VALUE_DAY_NEEDS_TWO', { field: 'day' })
  const { accountNo } = await holdOwnAccountOfTypedLine(tx, typed.accountNo)
  const { payerAccount = '', remark = '' } = typed
  return createManualBankLineInSuspense(tx, moment, { ...typed, payerAccount, remark, accountNo, amountFen: amount }, staffId)
}

type Approval = Omit<InputOf<typeof consoleVoucherEndpoints.approve>, 'enterpriseId' | 'id'>

/** Returns the line that pays: the given one, a newly typed one, or for a second approval the line of the first. */
async function lineOf(
  tx: Tx,
  moment: Moment,
  { voucher }: VoucherWithPayment,
  { lineId, line: typed }: Approval,
  staffId: string,
): Promise<BankLineRecord> {
  if (voucher.state === 'SECOND' && lineId !== undefined && lineId !== voucher.firstLineId) refuse('SECOND_FIGURE_DIFFERS')
  const chosen = voucher.state === 'SECOND' ? voucher.firstLineId : lineId
  if (chosen) return lockBankLine(tx, chosen)
  return typed ? recordManualBankLine(tx, moment, typed, staffId) : refuse('BANK_LINE_NEEDED')
}

async function requireApprovableAmount(tx: Tx, moment: Moment, { voucher, payment }: VoucherWithPayment, amountFen: Fen): Promise<void> {
  if (voucher.state !== 'REVIEW' && voucher.state !== 'SECOND') await refuseMovedVoucher(tx, moment, voucher)
  if (!isPaymentOpen(payment)) refuse('TRANSFER_OVER')
  if (voucher.state === 'SECOND' && voucher.firstFen !== amountFen) refuse('SECOND_FIGURE_DIFFERS')
  if (amountFen !== payment.amountFen)
    refuse('AMOUNT_DIFFERS', {
      msg: `录入 ${formatMoney(amountFen)}，应付 ${formatMoney(payment.amountFen)}；金额不符的凭证请驳回，款项可转入该企业钱包或退回`,
    })
}

/** Returns whether a first approval is confirmed by this person alone; undefined: a second person is needed. */
async function mayApproveAlone(
  tx: Tx,
  moment: Moment,
  { payment: { enterpriseId, amountFen } }: VoucherWithPayment,
  { line, staffId }: { line: BankLineRecord; staffId: string },
): Promise<boolean | undefined> {
  if (amountFen > (await readBankTransferSecondPersonThreshold(tx))) return undefined
  const { alone, why } = await evaluateBankLineSecondPersonRule(tx, moment, { line, staffId, parts: [{ enterpriseId, amountFen }] })
  return why === undefined ? alone : undefined
}

/**
 * 确认到账: approves a voucher against a bank line. For a large amount, or money that one person may not confirm alone, two people must enter
 * the same amount. Returns false while the second approval is missing. The line is locked first and then the payment, so that concurrent
 * calls settle the payment once.
 */
export async function approveVoucherAgainstBankLine(
  tx: Tx,
  moment: Moment,
  review: VoucherWithPayment,
  approval: Approval,
  staffId: string,
): Promise<boolean> {
  const { voucher, payment } = review
  if (voucher.state === 'SECOND') await requireDifferentSecondApprover(tx, moment, voucher, staffId)
  await requireApprovableAmount(tx, moment, review, approval.amount)
  const line = await lineOf(tx, moment, review, approval, staffId)
  if (computeUnassignedFen(line) < approval.amount)
    refuse('BANK_LINE_SHORT', { msg: `该流水未用余额 ${formatMoney(computeUnassignedFen(line))}，不足 ${formatMoney(approval.amount)}` })
  const alone = voucher.state === 'REVIEW' ? await mayApproveAlone(tx, moment, review, { line, staffId }) : false
  if (alone === undefined) {
    await recordFirstVoucherApproval(tx, moment, { voucher, staffId, amountFen: approval.amount, lineId: line.id })
    return false
  }
  const accepted = await settlePaymentFromBankLine(tx, moment, { line, payment, amountFen: approval.amount, staffId, alone })
  // Somebody has rejected the voucher, or its buyer has withdrawn it, after it was read.
  if (accepted !== voucher.id) await refuseMovedVoucher(tx, moment, voucher)
  return true
}

/** 驳回, with a reason for the buyer. Refuses VOUCHER_STATE. */
export const rejectVoucherUnderReview = (
  tx: Tx,
  moment: Moment,
  { voucher, payment }: VoucherWithPayment,
  opinion: string,
  staffId: string,
): Promise<void> => rejectVoucher(tx, moment, { voucher, payment, staffId, opinion })
