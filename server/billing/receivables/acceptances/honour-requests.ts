// 例外兑付: reads and writes the table `acceptance_request`. A bill was paid without a line of the bank, which two people of finance say.
import { getEarliestValueDay } from '#contract/billing/bank/value-day.ts'
import { acceptanceRequestLifecycle } from '#contract/money/statements/acceptance-lifecycle.ts'
import type { ConsoleAcceptanceDetail, ListedAcceptanceRequest } from '#contract/money/statements/console-acceptance-api.ts'
import { type Fen, formatMoney } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { requireDecidableRequest } from '#server/people/dual-control/public.ts'
import { attachEnterpriseNamesToRows } from '#server/people/organisation/public.ts'
import { listStaffNamesById } from '#server/people/staff/public.ts'
import { type Db, isUniqueViolation, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { fetchPage, type RowSlice } from '#server/platform/core/paging.ts'
import { acrossEnterprises } from '#server/platform/core/tenant-guard.ts'
import { type AcceptancePress, canMoveAcceptanceBill, requireAcceptanceBill } from './acceptance-bills.ts'
import { honourByRequest, requireExceptionDay } from './end-bill.ts'

/**
 * Proposes that a bill was paid on a day, less a fee. Nothing is posted yet. Refuses ACCEPTANCE_STATE, DAY_AHEAD, VALUE_DAY_TOO_OLD, ACCEPTANCE_EARLY,
 * ACCEPTANCE_COST, ACCEPTANCE_REQUESTED. Returns the id of the request.
 */
export async function proposeAcceptanceHonour(
  tx: Tx,
  moment: Moment,
  { ref, staffId, valueDay, feeFen, reason }: AcceptancePress & { valueDay: string; feeFen: Fen; reason: string },
): Promise<string> {
  const bill = await requireAcceptanceBill(tx, ref)
  if (!canMoveAcceptanceBill(bill, 'honour')) refuse('ACCEPTANCE_STATE')
  const today = toShanghaiDay(moment.now)
  if (valueDay > today) refuse('DAY_AHEAD', { field: 'valueDay' })
  if (valueDay < getEarliestValueDay(today)) refuse('VALUE_DAY_TOO_OLD', { field: 'valueDay' })
  requireExceptionDay(bill, valueDay)
  if (feeFen >= bill.amountFen) refuse('ACCEPTANCE_COST', { msg: `手续费须小于票面金额 ${formatMoney(bill.amountFen)}` })
  const id = moment.newId()
  await tx
    .insertInto('acceptance_request')
    .values({
      enterprise_id: ref.enterpriseId,
      id,
      bill_id: ref.id,
      value_day: valueDay,
      fee_fen: feeFen,
      reason,
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

/**
 * Decides a request. Its author may withdraw it but never agree to it. The request is locked before its bill. Refuses
 * FINANCE_REQUEST_NOT_FOUND, FINANCE_REQUEST_DECIDED, SECOND_PERSON_NEEDED, SECOND_PERSON_TIED, and what an honoured bill refuses.
 */
export async function decideAcceptanceHonour(
  tx: Tx,
  moment: Moment,
  { ref, approve, staffId }: AcceptancePress & { approve: boolean },
): Promise<void> {
  const { enterpriseId, id } = ref
  const request = await tx
    .selectFrom('acceptance_request')
    .select(['bill_id', 'value_day', 'fee_fen', 'state', 'proposed_by'])
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!request) refuse('FINANCE_REQUEST_NOT_FOUND')
  const { verbs } = acceptanceRequestLifecycle
  const msg = '没有银行流水的兑付，须由另一位财务人员同意'
  const state = await requireDecidableRequest(tx, moment, { verbs, request, approve, staffId, msg })
  await tx
    .updateTable('acceptance_request')
    .set({ state, decided_by: staffId, decided_at: moment.now })
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', id)
    .execute()
  if (!approve) return
  const paid = { requestId: id, valueDay: request.value_day, feeFen: request.fee_fen }
  await honourByRequest(tx, moment, { ref: { enterpriseId, id: request.bill_id }, staffId, ...paid })
}

/** What is read of a request. */
interface RequestRow {
  id: string
  value_day: string
  fee_fen: Fen
  reason: string
  state: ListedAcceptanceRequest['state']
  proposed_by: string
  proposed_at: Date
  decided_by: string | null
  decided_at: Date | null
}
const columns = ['value_day', 'fee_fen', 'reason', 'state', 'proposed_by', 'proposed_at', 'decided_by', 'decided_at'] as const

/** Says who has asked and who has decided. `staffId` is the person who looks. */
const describeRequest = (
  row: RequestRow,
  people: ReadonlyMap<string, string>,
  staffId: string,
): ConsoleAcceptanceDetail['requests'][number] => ({
  id: row.id,
  valueDay: row.value_day,
  fee: row.fee_fen,
  reason: row.reason,
  state: row.state,
  label: acceptanceRequestLifecycle.states[row.state].label,
  proposedBy: people.get(row.proposed_by) ?? '',
  proposedAt: row.proposed_at,
  decidedBy: row.decided_by === null ? null : (people.get(row.decided_by) ?? ''),
  decidedAt: row.decided_at,
  own: row.proposed_by === staffId,
})

/** Lists the requests about a bill, the earliest first, with the names of their people. `staffId` is the person who asks. */
export async function listAcceptanceRequestsOfBill(
  db: Db,
  { enterpriseId, id }: { enterpriseId: string; id: string },
  staffId: string,
): Promise<ConsoleAcceptanceDetail['requests']> {
  const rows = await db
    .selectFrom('acceptance_request')
    .select(['id', ...columns])
    .where('enterprise_id', '=', enterpriseId)
    .where('bill_id', '=', id)
    .orderBy('proposed_at')
    .orderBy('id')
    .execute()
  const people = await listStaffNamesById(db)
  return rows.map((row) => describeRequest(row, people, staffId))
}

/** Returns a page of the requests of all companies with their bills, the newest first (those that wait oldest first), and their number. */
export async function listAcceptanceRequests(
  db: Db,
  { state, staffId, limit, offset }: { state?: ListedAcceptanceRequest['state'] | undefined; staffId: string } & RowSlice,
): Promise<{ dataList: ListedAcceptanceRequest[]; total: number }> {
  const all = acrossEnterprises(db, 'console').selectFrom('acceptance_request as r')
  const wanted = state === undefined ? all : all.where('r.state', '=', state)
  const direction = state === 'WAIT' ? 'asc' : 'desc'
  const { rows, total } = await fetchPage(
    wanted
      .innerJoin('acceptance_bill as b', (join) => join.onRef('b.enterprise_id', '=', 'r.enterprise_id').onRef('b.id', '=', 'r.bill_id'))
      .select(['r.id', 'r.enterprise_id as enterpriseId', 'b.id as billId', 'b.bill_no as billNo', 'b.acceptor', 'b.amount_fen as amount'])
      .select(['b.maturity_day as maturityDay', ...columns.map((column) => `r.${column}` as const)])
      .orderBy('r.proposed_at', direction)
      .orderBy('r.id', direction),
    wanted,
    { limit, offset },
  )
  const people = await listStaffNamesById(db)
  const dataList = rows.map(({ enterpriseId, billId, billNo, acceptor, amount, maturityDay, ...row }) => ({
    ...describeRequest(row, people, staffId),
    enterpriseId,
    billId,
    billNo,
    acceptor,
    amount,
    maturityDay,
  }))
  return { dataList: await attachEnterpriseNamesToRows(db, dataList), total }
}
