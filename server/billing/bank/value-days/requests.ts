// Reads and writes the table `value_day_request`: value days that lie too far back for one person.
import { sql } from 'kysely'
import type { ManualBankLineInput } from '#contract/billing/bank/shapes.ts'
import { getEarliestValueDayForTwoPeople } from '#contract/billing/bank/value-day.ts'
import type { ValueDayRequest } from '#contract/billing/bank/value-day-api.ts'
import { valueDayRequestLifecycle } from '#contract/billing/bank/value-day-lifecycle.ts'
import type { Fen } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { createManualBankLineInSuspense, lockBankLine, maskAccountNo, prepareBankLineWrites } from '#server/billing/bank/bank-line-store.ts'
import type { IncomingBankStatementLine } from '#server/billing/bank/parse-statement-rows.ts'
import { holdOwnAccountOfTypedLine, listOwnAccountLabels } from '#server/content/content/public.ts'
import { listStaffNamesById, requireDecidableRequestAndGetNextState } from '#server/people/staff/public.ts'
import { type Db, isUniqueViolation, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { fetchPageWithTotal, getSortDirectionByState, type RowSlice } from '#server/platform/core/paging.ts'
import { confirmManualBankLine, correctInterestAfterValueDayCorrection } from './corrections.ts'

/** Refuses DAY_AHEAD, and VALUE_DAY_TOO_OLD for a day that even two people may not say. */
export function requireValueDayInRange(moment: Moment, day: string): void {
  const today = toShanghaiDay(moment.now)
  if (day > today) refuse('DAY_AHEAD', { field: 'day' })
  if (day < getEarliestValueDayForTwoPeople(today)) refuse('VALUE_DAY_TOO_OLD', { field: 'day' })
}

/** Proposes a line with a day that one person may not type. Returns the id of the request; nothing is in the books yet. */
export async function proposeManualBankLine(
  tx: Tx,
  moment: Moment,
  { amount, reason, ...typed }: ManualBankLineInput & { reason: string },
  staffId: string,
): Promise<string> {
  requireValueDayInRange(moment, typed.day)
  const { accountNo } = await holdOwnAccountOfTypedLine(tx, typed.accountNo)
  const used = await tx
    .selectFrom('bank_line')
    .select('id')
    .where('account_no', '=', accountNo)
    .where('reference', '=', typed.reference)
    .where('voided_at', 'is', null)
    .executeTakeFirst()
  if (used) refuse('BANK_REFERENCE_USED')
  const id = moment.newId()
  await prepareBankLineWrites(tx, moment)
  await tx
    .insertInto('value_day_request')
    .values({
      id,
      account_no: accountNo,
      reference: typed.reference,
      day: typed.day,
      amount_fen: amount,
      payer_name: typed.payerName,
      payer_account: maskAccountNo(typed.payerAccount ?? ''),
      remark: typed.remark ?? '',
      reason,
      state: 'WAIT',
      proposed_by: staffId,
      proposed_at: moment.now,
    })
    .execute()
    .catch((error) => {
      if (isUniqueViolation(error)) refuse('VALUE_DAY_WAITING')
      throw error
    })
  return id
}

/** Proposes the day of a statement for a used line. The same proposal again changes nothing. */
export async function proposeValueDayCorrection(
  tx: Tx,
  moment: Moment,
  row: { lineId: string; accountNo: string; line: IncomingBankStatementLine; importId: string; fileName: string; staffId: string },
): Promise<void> {
  const { line } = row
  await tx
    .insertInto('value_day_request')
    .values({
      id: moment.newId(),
      account_no: row.accountNo,
      reference: line.reference,
      day: line.day,
      amount_fen: line.amountFen,
      payer_name: line.payerName,
      payer_account: maskAccountNo(line.payerAccount),
      remark: line.remark,
      corrects: row.lineId,
      import_id: row.importId,
      traded_at: line.tradedAt,
      reason: `对账单“${row.fileName}”`,
      state: 'WAIT',
      proposed_by: row.staffId,
      proposed_at: moment.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Types the line of a request, or corrects the line that it names. Returns the id of the line. */
async function carryOut(tx: Tx, moment: Moment, request: Request, staffId: string): Promise<string> {
  const { corrects, import_id: importId } = request
  requireValueDayInRange(moment, request.day)
  const line = {
    accountNo: request.account_no,
    reference: request.reference,
    day: request.day,
    amountFen: request.amount_fen,
    payerName: request.payer_name,
    payerAccount: request.payer_account,
    remark: request.remark,
  }
  if (corrects === null || importId === null) return (await createManualBankLineInSuspense(tx, moment, line, request.proposed_by)).id
  const known = await lockBankLine(tx, corrects)
  const confirmed = await confirmManualBankLine(tx, moment, { known, line: { ...line, tradedAt: request.traded_at }, importId, staffId })
  if (!confirmed) refuse('BANK_LINE_CHANGED')
  await correctInterestAfterValueDayCorrection(tx, moment, [{ lineId: corrects, fromDay: known.day, toDay: request.day }])
  return corrects
}

const requests = (db: Db) =>
  db
    .selectFrom('value_day_request')
    .select(['id', 'account_no', 'reference', 'day', 'amount_fen', 'payer_name', 'payer_account', 'remark', 'corrects', 'import_id'])
    .select(['traded_at', 'reason', 'state', 'proposed_by', 'proposed_at', 'decided_by', 'decided_at', 'line_id'])
type Request = Awaited<ReturnType<ReturnType<typeof requests>['executeTakeFirstOrThrow']>>

/**
 * Decides a request. Its author may withdraw it but never agree to it. Returns the id of the line that was typed or corrected; null if the
 * request was refused. The request is locked before its line, and the line before companies.
 */
export async function decideValueDayRequest(
  tx: Tx,
  moment: Moment,
  { id, approve, staffId }: { id: string; approve: boolean; staffId: string },
): Promise<string | null> {
  await prepareBankLineWrites(tx, moment)
  const request = (await requests(tx).where('id', '=', id).forUpdate().executeTakeFirst()) ?? refuse('FINANCE_REQUEST_NOT_FOUND')
  const { verbs } = valueDayRequestLifecycle
  const msg = '到账日期早于 3 天前，须由另一位财务人员同意'
  const state = await requireDecidableRequestAndGetNextState(tx, moment, { verbs, request, approve, staffId, msg })
  const lineId = approve ? await carryOut(tx, moment, request, staffId) : null
  await tx
    .updateTable('value_day_request')
    .set({ state, decided_by: staffId, decided_at: moment.now })
    .set({ line_id: request.corrects === null ? lineId : null })
    .where('id', '=', id)
    .execute()
  return lineId
}

/** Lists requests, the newest first (those that wait oldest first). `staffId` is the person who asks. */
export async function listValueDayRequests(
  db: Db,
  { state, staffId, limit, offset }: { state?: ValueDayRequest['state'] | undefined; staffId: string } & RowSlice,
): Promise<{ dataList: ValueDayRequest[]; total: number }> {
  const all = () => requests(db).where('state', '<>', 'BEFORE')
  const wanted = () => (state === undefined ? all() : all().where('state', '=', state))
  const direction = getSortDirectionByState(state)
  const current = sql<string | null>`(select l.day from bank_line l where l.id = corrects)`
  const corrected = sql<string | null>`(select c.from_day from value_day_correction c where c.line_id = corrects)`
  const { rows, total } = await fetchPageWithTotal(
    wanted()
      .select([current.as('current_day'), corrected.as('corrected_day')])
      .orderBy('proposed_at', direction)
      .orderBy('id', direction),
    wanted(),
    { limit, offset },
  )
  const people = await listStaffNamesById(db)
  const accounts = await listOwnAccountLabels(db)
  const dataList = rows.map((row) => ({
    id: row.id,
    account: accounts.get(row.account_no) ?? row.account_no,
    reference: row.reference,
    payerName: row.payer_name,
    amount: row.amount_fen as Fen,
    day: row.day,
    typedDay: row.corrected_day ?? row.current_day,
    lineId: row.corrects ?? row.line_id,
    reason: row.reason,
    state: row.state === 'BEFORE' ? ('DONE' as const) : row.state,
    proposedBy: people.get(row.proposed_by) ?? '',
    proposedAt: row.proposed_at,
    decidedBy: row.decided_by === null ? null : (people.get(row.decided_by) ?? ''),
    decidedAt: row.decided_at,
    own: row.proposed_by === staffId,
  }))
  return { dataList, total }
}
