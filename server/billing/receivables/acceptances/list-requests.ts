// Reads the table `acceptance_request`. acceptance-requests.ts writes it.

import {
  type AcceptanceRequestKind,
  acceptanceRequestKinds,
  acceptanceRequestLifecycle,
} from '#contract/money/statements/acceptance-lifecycle.ts'
import type { ConsoleAcceptanceDetail, ListedAcceptanceRequest } from '#contract/money/statements/console-acceptance-api.ts'
import type { Fen } from '#contract/platform/core/money.ts'
import { attachEnterpriseNamesToRows } from '#server/people/organisation/public.ts'
import { listStaffNamesById } from '#server/people/staff/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import { fetchPageWithTotal, getSortDirectionByState, type RowSlice } from '#server/platform/core/paging.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'

/** What is read of a request. */
interface RequestRow {
  id: string
  kind: AcceptanceRequestKind
  value_day: string
  fee_fen: Fen
  discount_fen: Fen
  reason: string
  state: ListedAcceptanceRequest['state']
  proposed_by: string
  proposed_at: Date
  decided_by: string | null
  decided_at: Date | null
}
const columns = [
  ...(['kind', 'value_day', 'fee_fen', 'discount_fen', 'reason', 'state'] as const),
  ...(['proposed_by', 'proposed_at', 'decided_by', 'decided_at'] as const),
] as const

/** Says who has asked and who has decided. `staffId` is the person who looks. */
const describeRequest = (
  row: RequestRow,
  people: ReadonlyMap<string, string>,
  staffId: string,
): ConsoleAcceptanceDetail['requests'][number] => ({
  id: row.id,
  kind: row.kind,
  kindLabel: acceptanceRequestKinds[row.kind].label,
  valueDay: row.value_day,
  fee: row.fee_fen,
  discount: row.discount_fen,
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
  const all = withoutTenantGuard(db, 'console').selectFrom('acceptance_request as r')
  const wanted = state === undefined ? all : all.where('r.state', '=', state)
  const direction = getSortDirectionByState(state)
  const { rows, total } = await fetchPageWithTotal(
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
