// Reads and writes the table `finance_request`: waivers and write-offs that one person of finance proposes and another decides.

import { computeStatementBalance } from '#contract/money/statements/amounts.ts'
import { type Fen, toYuan, ZERO } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { postTransfers } from '#server/money/ledger/public.ts'
import { type EnterpriseDebts, findStatement, recordStatementReductions, updateAndLockDebts } from '#server/money/statements/public.ts'
import { requireSecondPerson } from '#server/people/dual-control/public.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { fetchPage, type RowSlice } from '#server/platform/core/paging.ts'
import { acrossEnterprises } from '#server/platform/core/tenant-guard.ts'

export interface WaiverOrWriteOffInput {
  enterpriseId: string
  /** The month of a write-off; null: a waiver of interest. */
  month: string | null
  amountFen: Fen
  reason: string
  staffId: string
}

/** Refuses more than the unpaid interest, or more than the undisputed debt of the month. */
function requireAmountOwed(debts: EnterpriseDebts, { month, amountFen }: Pick<WaiverOrWriteOffInput, 'month' | 'amountFen'>): void {
  const owing = debts.months.find((one) => one.month === month)
  const owed = month === null ? debts.interestFen : owing ? computeStatementBalance(owing).owedFen : ZERO
  if (amountFen > owed) refuse('MORE_THAN_OWED', { owed: toYuan(owed) })
}

/** Proposes a waiver or a write-off. Nothing is posted yet. */
export async function createWaiverOrWriteOffRequest(tx: Tx, moment: Moment, proposal: WaiverOrWriteOffInput): Promise<string> {
  const { enterpriseId, month, amountFen, reason, staffId } = proposal
  const debts = await updateAndLockDebts(tx, moment, enterpriseId)
  if (month !== null && !(await findStatement(tx, enterpriseId, month))) refuse('STATEMENT_NOT_FOUND')
  requireAmountOwed(debts, proposal)
  const id = moment.newId()
  await tx
    .insertInto('finance_request')
    .values({
      enterprise_id: enterpriseId,
      id,
      kind: month === null ? 'waiveInterest' : 'writeOff',
      month,
      amount_fen: amountFen,
      reason,
      state: 'WAIT',
      proposed_by: staffId,
      proposed_at: moment.now,
    })
    .execute()
  return id
}

/** Another person decides. The debt is checked again, because a part may have been repaid meanwhile. */
export async function decideWaiverOrWriteOffRequest(
  tx: Tx,
  moment: Moment,
  { enterpriseId, id, approve, staffId }: { enterpriseId: string; id: string; approve: boolean; staffId: string },
): Promise<void> {
  const debts = await updateAndLockDebts(tx, moment, enterpriseId)
  const row = await tx
    .selectFrom('finance_request')
    .select(['kind', 'month', 'amount_fen', 'state', 'proposed_by'])
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) refuse('FINANCE_REQUEST_NOT_FOUND')
  if (row.state !== 'WAIT') refuse('FINANCE_REQUEST_DECIDED')
  const people = { firstId: row.proposed_by, secondId: staffId }
  await requireSecondPerson(tx, people, moment, '不能审批自己提交的申请，请由另一位财务人员处理')
  if (approve) {
    requireAmountOwed(debts, { month: row.month, amountFen: row.amount_fen })
    const transfer = {
      kind: row.kind,
      amountFen: row.amount_fen,
      document: id,
      title: row.month === null ? '逾期利息减免' : `${row.month} 账单核销`,
    }
    await postTransfers(tx, moment, { enterpriseId, transfers: [transfer] })
    if (row.month !== null)
      await recordStatementReductions(tx, moment, enterpriseId, [
        { month: row.month, kind: 'writeOff', amountFen: row.amount_fen, document: id },
      ])
  }
  await tx
    .updateTable('finance_request')
    .set({ state: approve ? 'DONE' : 'REFUSED', decided_by: staffId, decided_at: moment.now })
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', id)
    .execute()
}

export interface WaiverOrWriteOffRequestRow {
  enterpriseId: string
  id: string
  kind: 'waiveInterest' | 'writeOff'
  month: string | null
  amountFen: Fen
  reason: string
  state: 'WAIT' | 'DONE' | 'REFUSED'
  proposedBy: string
  proposedAt: Date
  decidedBy: string | null
  decidedAt: Date | null
}

/** Lists the requests of all enterprises, newest first. */
export async function listWaiverOrWriteOffRequests(
  db: Db,
  { state, limit, offset }: { state?: WaiverOrWriteOffRequestRow['state'] | undefined } & RowSlice,
): Promise<{ rows: WaiverOrWriteOffRequestRow[]; total: number }> {
  const all = acrossEnterprises(db, 'console').selectFrom('finance_request')
  const wanted = state === undefined ? all : all.where('state', '=', state)
  const { rows, total } = await fetchPage(wanted.selectAll().orderBy('proposed_at', 'desc').orderBy('id', 'desc'), wanted, {
    limit,
    offset,
  })
  return {
    rows: rows.map((row) => ({
      enterpriseId: row.enterprise_id,
      id: row.id,
      kind: row.kind,
      month: row.month,
      amountFen: row.amount_fen,
      reason: row.reason,

      state: row.state,
      proposedBy: row.proposed_by,
      proposedAt: row.proposed_at,
      decidedBy: row.decided_by,
      decidedAt: row.decided_at,
    })),
    total,
  }
}
