import type { TypedLine } from '../../contract/bank/shapes.ts'
import type { consoleVoucher } from '../../contract/bank/voucher-api.ts'
import type { InputOf } from '../../contract/endpoint.ts'
import { type Fen, formatYuan } from '../../contract/money.ts'
import { refuse } from '../../contract/refusals.ts'
import { dayOf } from '../../contract/shanghai.ts'
import { readBankAccount } from '../content/public.ts'
import { findPayment, isOpen, type OpenPayment } from '../payment/public.ts'
import type { Db, Tx } from '../platform/db.ts'
import type { Moment } from '../platform/moment.ts'
import { askSecond, findVoucher, rejectVoucher, type Voucher } from '../remittance/public.ts'
import { demandSecondPerson, settleFromLine } from './assign.ts'
import { insertTyped, type Line, lockLine, restOf } from './lines.ts'

const yuan = (amount: Fen) => `¥${formatYuan(amount, { grouped: true })}`

export interface Case {
  voucher: Voucher
  payment: OpenPayment
}

/** A voucher with what it pays. Refuses VOUCHER_NOT_FOUND. */
export async function findCase(db: Db, ref: { enterpriseId: string; id: string }): Promise<Case> {
  const voucher = (await findVoucher(db, ref)) ?? refuse('VOUCHER_NOT_FOUND')
  const payment = (await findPayment(db, { enterpriseId: ref.enterpriseId, id: voucher.paymentId })) ?? refuse('VOUCHER_NOT_FOUND')
  return { voucher, payment }
}

/** Types a line ahead of its statement. Refuses DAY_AHEAD, BANK_REFERENCE_USED. */
export async function typeLine(tx: Tx, moment: Moment, { amount, ...typed }: TypedLine, staffId: string): Promise<Line> {
  if (typed.day > dayOf(moment.now)) refuse('DAY_AHEAD')
  const { accountNo } = await readBankAccount(tx)
  const { payerAccount = '', remark = '' } = typed
  return insertTyped(tx, moment, { ...typed, payerAccount, remark, accountNo, amountFen: amount }, staffId)
}

type Approval = Omit<InputOf<typeof consoleVoucher.approve>, 'enterpriseId' | 'id'>

/** The line that pays: the one named, one typed just now, or of a second approval the first one's. */
async function lineOf(tx: Tx, moment: Moment, { voucher }: Case, { lineId, line: typed }: Approval, staffId: string): Promise<Line> {
  if (voucher.state === 'SECOND' && lineId !== undefined && lineId !== voucher.firstLineId) refuse('SECOND_FIGURE_DIFFERS')
  const chosen = voucher.state === 'SECOND' ? voucher.firstLineId : lineId
  if (chosen) return lockLine(tx, chosen)
  return typed ? typeLine(tx, moment, typed, staffId) : refuse('BANK_LINE_NEEDED')
}

function demandFigure({ voucher, payment }: Case, amountFen: Fen, staffId: string): void {
  if (voucher.state !== 'REVIEW' && voucher.state !== 'SECOND') refuse('VOUCHER_STATE')
  if (!isOpen(payment)) refuse('TRANSFER_OVER')
  if (voucher.state === 'SECOND' && voucher.firstBy === staffId)
    refuse('SECOND_PERSON_WANTED', { msg: '您已初审这张凭证，请由另一位财务人员复核' })
  if (voucher.state === 'SECOND' && voucher.firstFen !== amountFen) refuse('SECOND_FIGURE_DIFFERS')
  if (amountFen !== payment.amountFen)
    refuse('AMOUNT_DIFFERS', {
      msg: `录入 ${yuan(amountFen)}，应付 ${yuan(payment.amountFen)}；金额不符的凭证请驳回，款项可转入该企业钱包或退回`,
    })
}

/**
 * 确认到账: against a bank line, of a large sum by two people who name the same figure. Returns false while the second is waited for. Whatever
 * happens at once, one settlement: the line is locked first, then what it pays.
 */
export async function approve(tx: Tx, moment: Moment, found: Case, approval: Approval, staffId: string): Promise<boolean> {
  const { voucher, payment } = found
  demandFigure(found, approval.amount, staffId)
  const line = await lineOf(tx, moment, found, approval, staffId)
  if (restOf(line) < approval.amount)
    refuse('BANK_LINE_SHORT', { msg: `该流水未用余额 ${yuan(restOf(line))}，不足 ${yuan(approval.amount)}` })
  const { secondAbove } = await readBankAccount(tx)
  if (voucher.state === 'REVIEW' && approval.amount > secondAbove) {
    await askSecond(tx, moment, { voucher, staffId, amountFen: approval.amount, lineId: line.id })
    return false
  }
  if (voucher.state === 'REVIEW') await demandSecondPerson(tx, line, staffId)
  const accepted = await settleFromLine(tx, moment, { line, payment, amountFen: approval.amount, staffId })
  // Somebody has rejected it, or its buyer has withdrawn it, since it was looked at.
  if (accepted !== voucher.id) refuse('VOUCHER_STATE')
  return true
}

/** 驳回, with the words that its buyer reads. Refuses VOUCHER_STATE. */
export const reject = (tx: Tx, moment: Moment, { voucher, payment }: Case, opinion: string, staffId: string): Promise<void> =>
  rejectVoucher(tx, moment, { voucher, payment, staffId, opinion })
