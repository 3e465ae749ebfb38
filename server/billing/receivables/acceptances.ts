// 承兑汇票: reads and writes the table `acceptance_bill`.

import { type AcceptanceState, acceptanceLifecycle } from '#contract/money/statements/acceptance-lifecycle.ts'
import { computeRepayableTotal } from '#contract/money/statements/repayment.ts'
import { createMessageTextWithValues } from '#contract/people/messaging/message-texts/texts.ts'
import { type Fen, formatMoney, toYuan } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { dayOf } from '#contract/platform/core/shanghai.ts'
import { postTransfers } from '#server/money/ledger/public.ts'
import { bounceRepayment, repayDebt, updateAndLockDebts } from '#server/money/statements/public.ts'
import { bindFile } from '#server/people/files/public.ts'
import { type Db, isUniqueViolation, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { countRows, fetchPage } from '#server/platform/core/paging.ts'
import { acrossEnterprises } from '#server/platform/core/tenant-guard.ts'
import { sendCreditMessages, acceptanceMessageTarget as target } from './credit-messages.ts'

export interface AcceptanceBillRecord {
  enterpriseId: string
  id: string
  billNo: string
  acceptor: string
  amountFen: Fen
  maturityDay: string
  fileId: string
  state: AcceptanceState
  opinion: string | null
  submittedAt: Date
  decidedAt: Date | null
  endedAt: Date | null
}

type NewAcceptance = Pick<AcceptanceBillRecord, 'enterpriseId' | 'billNo' | 'acceptor' | 'amountFen' | 'maturityDay' | 'fileId'> & {
  userId: string
}

async function requireAmountOwed(tx: Tx, moment: Moment, enterpriseId: string, amountFen: Fen): Promise<void> {
  const owed = computeRepayableTotal(await updateAndLockDebts(tx, moment, enterpriseId))
  if (amountFen > owed) refuse('MORE_THAN_OWED', { msg: `待还总额 ${formatMoney(owed)}，票面金额不能超过它`, owed: toYuan(owed) })
}

/** A buyer submits a bill. It repays nothing before it is accepted. */
export async function submitAcceptanceBill(tx: Tx, moment: Moment, bill: NewAcceptance): Promise<AcceptanceBillRecord> {
  const { enterpriseId, userId, fileId, maturityDay } = bill
  if (maturityDay < dayOf(moment.now)) refuse('MATURITY_PAST')
  await requireAmountOwed(tx, moment, enterpriseId, bill.amountFen)
  const id = moment.newId()
  await bindFile(tx, { enterpriseId, userId, fileId, purpose: 'acceptance', boundTo: `acceptance:${id}` })
  await tx
    .insertInto('acceptance_bill')
    .values({
      enterprise_id: enterpriseId,
      id,
      bill_no: bill.billNo,
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
  const { userId: _, ...same } = bill
  return { ...same, id, state: 'WAIT', opinion: null, submittedAt: moment.now, decidedAt: null, endedAt: null }
}

interface Press {
  ref: { enterpriseId: string; id: string }
  staffId: string
  opinion?: string
}

/** Changes the state of a bill if the verb is allowed. Of two concurrent calls the second is refused. */
async function move(
  tx: Tx,
  moment: Moment,
  verb: keyof typeof acceptanceLifecycle.verbs,
  { ref, staffId, opinion }: Press,
): Promise<AcceptanceBillRecord> {
  const [found] = (await listAcceptanceBills(tx, { ...ref, limit: 1, offset: 0 })).rows
  const bill = found ?? refuse('ACCEPTANCE_NOT_FOUND')
  const { from, to } = acceptanceLifecycle.verbs[verb]
  const first = bill.state === 'WAIT'
  const { numUpdatedRows } = await tx
    .updateTable('acceptance_bill')
    .set({
      state: to,
      ...(opinion === undefined ? {} : { opinion }),
      ...(first ? { decided_by: staffId, decided_at: moment.now } : { ended_at: moment.now }),
    })
    .where('enterprise_id', '=', ref.enterpriseId)
    .where('id', '=', ref.id)
    .where('state', 'in', from)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) refuse('ACCEPTANCE_STATE')
  return bill
}

/**
 * 接收: the bill repays debts from today on. It must not exceed the debt, because an amount in the wallet could not be taken back if the bill
 * bounced.
 */
export async function acceptAcceptanceBill(tx: Tx, moment: Moment, input: Press): Promise<void> {
  const { enterpriseId, id } = input.ref
  const bill = await move(tx, moment, 'accept', input)
  if (bill.maturityDay < dayOf(moment.now)) refuse('MATURITY_PAST')
  await requireAmountOwed(tx, moment, enterpriseId, bill.amountFen)
  await repayDebt(tx, moment, { enterpriseId, source: 'acceptance', amountFen: bill.amountFen, document: id })
  await sendCreditMessages(tx, moment, [
    {
      enterpriseId,
      target,
      says: createMessageTextWithValues('acceptanceTaken', { billNo: bill.billNo, amount: formatMoney(bill.amountFen) }),
    },
  ])
}

export async function rejectAcceptanceBill(tx: Tx, moment: Moment, input: Press): Promise<void> {
  const bill = await move(tx, moment, 'reject', input)
  const facts = { billNo: bill.billNo, amount: formatMoney(bill.amountFen), reason: input.opinion ?? '' }
  await sendCreditMessages(tx, moment, [
    { enterpriseId: bill.enterpriseId, target, says: createMessageTextWithValues('acceptanceRejected', facts) },
  ])
}

/** 退票: the repaid amount is owed again from today on. */
export async function bounceAcceptanceBill(tx: Tx, moment: Moment, input: Press): Promise<void> {
  const bill = await move(tx, moment, 'bounce', input)
  await bounceRepayment(tx, moment, input.ref)
  const facts = { billNo: bill.billNo, amount: formatMoney(bill.amountFen), reason: input.opinion ?? '' }
  await sendCreditMessages(tx, moment, [
    { enterpriseId: bill.enterpriseId, target, says: createMessageTextWithValues('acceptanceBounced', facts) },
  ])
}

/** 兑付: the bank has paid the bill. */
export async function honourAcceptanceBill(tx: Tx, moment: Moment, input: Press): Promise<void> {
  const bill = await move(tx, moment, 'honour', input)
  const { enterpriseId, id } = input.ref
  const transfer = { kind: 'honourAcceptance', amountFen: bill.amountFen, document: id, title: `承兑汇票 ${bill.billNo} 兑付` } as const
  await postTransfers(tx, moment, { enterpriseId, transfers: [transfer] })
}

export interface AcceptanceBillFilter {
  /** undefined: bills of all enterprises, for the console. */
  enterpriseId?: string
  id?: string
  state?: AcceptanceState | undefined
  limit: number
  offset: number
}

/** Returns a page of bills, newest first, and their number. */
export async function listAcceptanceBills(db: Db, filter: AcceptanceBillFilter): Promise<{ rows: AcceptanceBillRecord[]; total: number }> {
  const { enterpriseId, id, state } = filter
  let wanted = (enterpriseId === undefined ? acrossEnterprises(db, 'console') : db).selectFrom('acceptance_bill')
  if (enterpriseId !== undefined) wanted = wanted.where('enterprise_id', '=', enterpriseId)
  if (id !== undefined) wanted = wanted.where('id', '=', id)
  if (state !== undefined) wanted = wanted.where('state', '=', state)
  const { rows, total } = await fetchPage(wanted.selectAll().orderBy('submitted_at', 'desc').orderBy('id', 'desc'), wanted, filter)
  return {
    rows: rows.map((row) => ({
      enterpriseId: row.enterprise_id,
      id: row.id,
      billNo: row.bill_no,
      acceptor: row.acceptor,
      amountFen: row.amount_fen,
      maturityDay: row.maturity_day,
      fileId: row.file_id,
      state: row.state,
      opinion: row.opinion,
      submittedAt: row.submitted_at,
      decidedAt: row.decided_at,
      endedAt: row.ended_at,
    })),
    total,
  }
}

/** Counts the bills of an enterprise that may still bounce, or that nobody has reviewed. */
export const countOpenAcceptanceBills = (db: Db, enterpriseId: string): Promise<number> =>
  countRows(db.selectFrom('acceptance_bill').where('enterprise_id', '=', enterpriseId).where('state', 'in', ['WAIT', 'ACCEPTED']))
