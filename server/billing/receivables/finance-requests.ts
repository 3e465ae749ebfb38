// Reads and writes the table `finance_request`: waivers, write-offs and forgiven claims that one person of finance proposes and another
// decides.

import { computeBadDebtStillOwed } from '#contract/money/bad-debts/bad-debt-lifecycle.ts'
import { computeStatementBalanceParts } from '#contract/money/statements/amounts.ts'
import { waiverOrWriteOffRequestLifecycle } from '#contract/money/statements/statement-lifecycle.ts'
import { createMessageTextWithValues } from '#contract/people/messaging/message-texts/texts.ts'
import { type Fen, formatMoney, toYuan, ZERO_FEN } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { type BadDebtRecord, lockBadDebt, recordBadDebtForgiveness } from '#server/money/bad-debts/public.ts'
import { postTransfersOfEnterprise } from '#server/money/ledger/public.ts'
import {
  type EnterpriseDebtByMonths,
  findStatement,
  lockAndReadDebtsUpToDate,
  updateStatementStates,
} from '#server/money/statements/public.ts'
import { requireDecidableRequestAndGetNextState } from '#server/people/staff/public.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { fetchPageWithTotal, getSortDirectionByState, type RowSlice } from '#server/platform/core/paging.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'
import { postStatementWriteOff } from './bad-debts/write-off.ts'
import { createStatementMessageTarget, sendCreditMessagesToPermittedMembers } from './credit-messages.ts'

export interface WaiverOrWriteOffInput {
  enterpriseId: string
  /** The month of a write-off; null: a waiver of interest. */
  month: string | null
  amountFen: Fen
  /** Of a write-off: the unpaid interest that it takes along. Default: none. */
  interestFen?: Fen
  reason: string
  staffId: string
}

/** Refuses more than the unpaid interest, or more than the undisputed debt of the month. */
function requireAmountOwed(
  debts: EnterpriseDebtByMonths,
  { month, amountFen, interestFen = ZERO_FEN }: Omit<WaiverOrWriteOffInput, 'enterpriseId' | 'reason' | 'staffId'>,
): void {
  const owing = debts.months.find((one) => one.month === month)
  const owed = month === null ? debts.interestFen : owing ? computeStatementBalanceParts(owing).owedFen : ZERO_FEN
  if (amountFen > owed) refuse('MORE_THAN_OWED', { owed: toYuan(owed) })
  if (interestFen > debts.interestFen) {
    const msg = `未付利息 ${formatMoney(debts.interestFen)}，连同核销的利息不能超过它`
    refuse('MORE_THAN_OWED', { msg, owed: toYuan(debts.interestFen) })
  }
}

interface NewRequest {
  kind: WaiverOrWriteOffRequestRow['kind']
  month: string | null
  amountFen: Fen
  interestFen: Fen | null
  badDebtId: string | null
}

async function insertRequest(
  tx: Tx,
  moment: Moment,
  request: NewRequest & Pick<WaiverOrWriteOffInput, 'enterpriseId' | 'reason' | 'staffId'>,
): Promise<string> {
  const id = moment.newId()
  await tx
    .insertInto('finance_request')
    .values({
      enterprise_id: request.enterpriseId,
      id,
      kind: request.kind,
      month: request.month,
      amount_fen: request.amountFen,
      interest_fen: request.interestFen,
      bad_debt_id: request.badDebtId,
      reason: request.reason,
      state: 'WAIT',
      proposed_by: request.staffId,
      proposed_at: moment.now,
    })
    .execute()
  return id
}

/** Proposes a waiver or a write-off. Nothing is posted yet. */
export async function createWaiverOrWriteOffRequest(tx: Tx, moment: Moment, proposal: WaiverOrWriteOffInput): Promise<string> {
  const { enterpriseId, month, amountFen, interestFen = ZERO_FEN, reason, staffId } = proposal
  const debts = await lockAndReadDebtsUpToDate(tx, moment, enterpriseId)
  if (month !== null && !(await findStatement(tx, enterpriseId, month))) refuse('STATEMENT_NOT_FOUND')
  requireAmountOwed(debts, proposal)
  const kinds = month === null ? { kind: 'waiveInterest' as const, interestFen: null } : { kind: 'writeOff' as const, interestFen }
  return insertRequest(tx, moment, { enterpriseId, month, amountFen, badDebtId: null, reason, staffId, ...kinds })
}

/** Refuses more than what is left of a claim. */
function requireClaimed(claim: BadDebtRecord, amountFen: Fen): void {
  const left = computeBadDebtStillOwed(claim)
  if (amountFen > left) refuse('BAD_DEBT_SHORT', { msg: `待追偿 ${formatMoney(left)}，放弃的金额不能超过它`, left: toYuan(left) })
}

/** 放弃追偿: proposes to give up a part of a claim. Refuses BAD_DEBT_NOT_FOUND, BAD_DEBT_SHORT, BAD_DEBT_REQUESTED. */
export async function createBadDebtForgivenessRequest(
  tx: Tx,
  moment: Moment,
  {
    enterpriseId,
    badDebtId,
    amountFen,
    reason,
    staffId,
  }: { enterpriseId: string; badDebtId: string; amountFen: Fen; reason: string; staffId: string },
): Promise<string> {
  await lockAndReadDebtsUpToDate(tx, moment, enterpriseId)
  const claim = (await lockBadDebt(tx, { enterpriseId, id: badDebtId })) ?? refuse('BAD_DEBT_NOT_FOUND')
  requireClaimed(claim, amountFen)
  if ((await listBadDebtForgivenessRequests(tx, { enterpriseId, badDebtId })).some(({ state }) => state === 'WAIT'))
    refuse('BAD_DEBT_REQUESTED')
  return insertRequest(tx, moment, {
    enterpriseId,
    kind: 'forgive',
    month: claim.month,
    amountFen,
    interestFen: null,
    badDebtId,
    reason,
    staffId,
  })
}

interface Approved {
  enterpriseId: string
  id: string
  debts: EnterpriseDebtByMonths
  row: { month: string | null; amount_fen: Fen; interest_fen: Fen | null; bad_debt_id: string | null }
}

/** What an approved request does, by its kind. */
const effects: Record<WaiverOrWriteOffRequestRow['kind'], (tx: Tx, moment: Moment, approved: Approved) => Promise<void>> = {
  waiveInterest: async (tx, moment, { enterpriseId, id, debts, row }) => {
    requireAmountOwed(debts, { month: null, amountFen: row.amount_fen })
    const transfer = { kind: 'waiveInterest', amountFen: row.amount_fen, document: id, title: '逾期利息减免' } as const
    await postTransfersOfEnterprise(tx, moment, { enterpriseId, transfers: [transfer] })
  },
  writeOff: async (tx, moment, { enterpriseId, id, debts, row }) => {
    const [month, amountFen, interestFen] = [row.month ?? '', row.amount_fen, row.interest_fen ?? ZERO_FEN]
    requireAmountOwed(debts, { month, amountFen, interestFen })
    await postStatementWriteOff(tx, moment, debts, { enterpriseId, id, month, amountFen, interestFen })
  },
  forgive: async (tx, moment, { enterpriseId, id, row }) => {
    const claim = (await lockBadDebt(tx, { enterpriseId, id: row.bad_debt_id ?? '' })) ?? refuse('BAD_DEBT_NOT_FOUND')
    requireClaimed(claim, row.amount_fen)
    await recordBadDebtForgiveness(tx, moment, { enterpriseId, id: claim.id, amountFen: row.amount_fen, requestId: id })
    await updateStatementStates(tx, moment, [enterpriseId])
    const says = createMessageTextWithValues('badDebtForgiven', { month: claim.month, amount: formatMoney(row.amount_fen) })
    await sendCreditMessagesToPermittedMembers(tx, moment, [{ enterpriseId, target: createStatementMessageTarget(claim.month), says }])
  },
}

/** Another person decides; the author may withdraw his own. The debt is checked again, because a part may have been repaid meanwhile. */
export async function decideWaiverOrWriteOffRequest(
  tx: Tx,
  moment: Moment,
  { enterpriseId, id, approve, staffId }: { enterpriseId: string; id: string; approve: boolean; staffId: string },
): Promise<void> {
  const debts = await lockAndReadDebtsUpToDate(tx, moment, enterpriseId)
  const row = await tx
    .selectFrom('finance_request')
    .select(['kind', 'month', 'amount_fen', 'interest_fen', 'bad_debt_id', 'state', 'proposed_by', 'decided_by', 'decided_at'])
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) refuse('FINANCE_REQUEST_NOT_FOUND')
  const { verbs } = waiverOrWriteOffRequestLifecycle
  const msg = '不能同意自己提交的申请，请由另一位财务人员处理'
  const state = await requireDecidableRequestAndGetNextState(tx, moment, { verbs, request: row, approve, staffId, msg })
  await tx
    .updateTable('finance_request')
    .set({ state, decided_by: staffId, decided_at: moment.now })
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', id)
    .execute()
  if (approve) await effects[row.kind](tx, moment, { enterpriseId, id, debts, row })
}

export interface WaiverOrWriteOffRequestRow {
  enterpriseId: string
  id: string
  kind: 'waiveInterest' | 'writeOff' | 'forgive'
  month: string | null
  amountFen: Fen
  /** Of a write-off: the unpaid interest that it takes along. */
  interestFen: Fen
  /** Of a forgiveness: the claim. */
  badDebtId: string | null
  reason: string
  state: 'WAIT' | 'DONE' | 'REFUSED'
  proposedBy: string
  proposedAt: Date
  decidedBy: string | null
  decidedAt: Date | null
}

/** A row of the table. */
interface RequestRow {
  enterprise_id: string
  id: string
  kind: WaiverOrWriteOffRequestRow['kind']
  month: string | null
  amount_fen: Fen
  interest_fen: Fen | null
  bad_debt_id: string | null
  reason: string
  state: WaiverOrWriteOffRequestRow['state']
  proposed_by: string
  proposed_at: Date
  decided_by: string | null
  decided_at: Date | null
}

const toRequestRow = (row: RequestRow): WaiverOrWriteOffRequestRow => ({
  enterpriseId: row.enterprise_id,
  id: row.id,
  kind: row.kind,
  month: row.month,
  amountFen: row.amount_fen,
  interestFen: row.interest_fen ?? ZERO_FEN,
  badDebtId: row.bad_debt_id,
  reason: row.reason,
  state: row.state,
  proposedBy: row.proposed_by,
  proposedAt: row.proposed_at,
  decidedBy: row.decided_by,
  decidedAt: row.decided_at,
})

/** Finds the request of a write-off, or another one, by its id. */
export async function findWaiverOrWriteOffRequest(
  db: Db,
  { enterpriseId, id }: { enterpriseId: string; id: string },
): Promise<WaiverOrWriteOffRequestRow | undefined> {
  const row = await db
    .selectFrom('finance_request')
    .selectAll()
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && toRequestRow(row)
}

/** Lists the requests to forgive a claim, the earliest first. */
export async function listBadDebtForgivenessRequests(
  db: Db,
  { enterpriseId, badDebtId }: { enterpriseId: string; badDebtId: string },
): Promise<WaiverOrWriteOffRequestRow[]> {
  const rows = await db
    .selectFrom('finance_request')
    .selectAll()
    .where('enterprise_id', '=', enterpriseId)
    .where('bad_debt_id', '=', badDebtId)
    .orderBy('proposed_at')
    .orderBy('id')
    .execute()
  return rows.map(toRequestRow)
}

/** Lists the requests of all enterprises, newest first. */
export async function listWaiverOrWriteOffRequests(
  db: Db,
  { state, limit, offset }: { state?: WaiverOrWriteOffRequestRow['state'] | undefined } & RowSlice,
): Promise<{ rows: WaiverOrWriteOffRequestRow[]; total: number }> {
  const all = withoutTenantGuard(db, 'console').selectFrom('finance_request')
  const wanted = state === undefined ? all : all.where('state', '=', state)
  const direction = getSortDirectionByState(state)
  const { rows, total } = await fetchPageWithTotal(wanted.selectAll().orderBy('proposed_at', direction).orderBy('id', direction), wanted, {
    limit,
    offset,
  })
  return { rows: rows.map(toRequestRow), total }
}
