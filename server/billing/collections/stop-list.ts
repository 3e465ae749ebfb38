// Reads and writes the table `order_stop_request`: who may not order, which two people decide. money/credit keeps what counts now.
import { orderStopRequestLifecycle } from '#contract/billing/collections/collection-lifecycle.ts'
import { type OrderStop, type OrderStopRequest, orderStopScopes } from '#contract/billing/collections/shapes.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { findOrderStop, lockAndReadCreditPosition, updateOrderStopColumns } from '#server/money/credit/public.ts'
import { attachEnterpriseNamesToRows } from '#server/people/organisation/public.ts'
import { listStaffNamesById, requireDecidableRequestAndGetNextState } from '#server/people/staff/public.ts'
import { type Db, isUniqueViolation, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { fetchPageWithTotal, getSortDirectionByState, type RowSlice } from '#server/platform/core/paging.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'
import { insertCollectionTaskEntries } from './entries.ts'

interface Proposal {
  enterpriseId: string
  /** How to put the company on the list; null: to take it off. */
  stop: Pick<OrderStop, 'scope' | 'contact'> | null
  reason: string
  staffId: string
}

/**
 * Proposes to put a company on the stop-list, or to take it off. Refuses to put a company without a credit account (CREDIT_NOT_OPEN), to
 * take off one that is not on it (ORDER_NOT_STOPPED), and both while another request waits (ORDER_STOP_WAITING). Returns its id.
 */
export async function proposeOrderStopChange(tx: Tx, moment: Moment, { enterpriseId, stop, reason, staffId }: Proposal): Promise<string> {
  const account = await lockAndReadCreditPosition(tx, enterpriseId)
  if (stop === null && !account?.stop) refuse('ORDER_NOT_STOPPED')
  if (!account) refuse('CREDIT_NOT_OPEN', { msg: '该企业没有开通赊销，不能停单' })
  const [id, change] = [moment.newId(), stop === null ? ('lift' as const) : ('put' as const)]
  await tx
    .insertInto('order_stop_request')
    .values({
      enterprise_id: enterpriseId,
      id,
      kind: change,
      scope: stop?.scope ?? null,
      contact: stop?.contact ?? null,
      reason,
      state: 'WAIT',
      proposed_by: staffId,
      proposed_at: moment.now,
    })
    .execute()
    .catch((error) => {
      if (isUniqueViolation(error)) refuse('ORDER_STOP_WAITING')
      throw error
    })
  return id
}

/** Writes a change of the stop-list into the history of the company's task, if it has one that is not closed. */
async function recordInTask(tx: Tx, moment: Moment, enterpriseId: string, entry: { kind: 'stop' | 'lift'; note: string; staffId: string }) {
  const task = await tx
    .selectFrom('collection_task')
    .select('id')
    .where('enterprise_id', '=', enterpriseId)
    .where('state', '<>', 'CLOSED')
    .executeTakeFirst()
  if (task) await insertCollectionTaskEntries(tx, moment, [{ enterpriseId, id: task.id, ...entry }])
}

/**
 * Decides a request. Its author may withdraw it but never agree to it. Refuses FINANCE_REQUEST_NOT_FOUND, FINANCE_REQUEST_DECIDED,
 * SECOND_PERSON_NEEDED, SECOND_PERSON_TIED, ORDER_NOT_STOPPED.
 */
export async function decideOrderStopRequest(
  tx: Tx,
  moment: Moment,
  { enterpriseId, id, approve, staffId }: { enterpriseId: string; id: string; approve: boolean; staffId: string },
): Promise<void> {
  const account = await lockAndReadCreditPosition(tx, enterpriseId)
  const row = await tx
    .selectFrom('order_stop_request')
    .select(['scope', 'contact', 'reason', 'state', 'proposed_by', 'decided_by', 'decided_at'])
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) refuse('FINANCE_REQUEST_NOT_FOUND')
  const { verbs } = orderStopRequestLifecycle
  const msg = '停单与解除停单须由另一位财务人员同意'
  const state = await requireDecidableRequestAndGetNextState(tx, moment, { verbs, request: row, approve, staffId, msg })
  if (approve) {
    const put = row.scope !== null && row.contact !== null
    if (!put && !account?.stop) refuse('ORDER_NOT_STOPPED')
    const stop = put ? { scope: row.scope, reason: row.reason, contact: row.contact } : null
    await updateOrderStopColumns(tx, enterpriseId, stop as OrderStop | null)
    const note = `${stop ? `${orderStopScopes[stop.scope as OrderStop['scope']].label}：` : ''}${row.reason}`
    await recordInTask(tx, moment, enterpriseId, { kind: put ? 'stop' : 'lift', note, staffId })
  }
  await tx
    .updateTable('order_stop_request')
    .set({ state, decided_by: staffId, decided_at: moment.now })
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', id)
    .execute()
}

export interface OrderStopFilter {
  state?: OrderStopRequest['state'] | undefined
  enterpriseId?: string | undefined
}

/** Lists requests, the newest first (those that wait oldest first). `staffId` is the person who asks. */
export async function listOrderStopRequests(
  db: Db,
  { state, enterpriseId, staffId, limit, offset }: OrderStopFilter & { staffId: string } & RowSlice,
): Promise<{ dataList: OrderStopRequest[]; total: number }> {
  let wanted = withoutTenantGuard(db, 'console').selectFrom('order_stop_request')
  if (state !== undefined) wanted = wanted.where('state', '=', state)
  if (enterpriseId !== undefined) wanted = wanted.where('enterprise_id', '=', enterpriseId)
  const direction = getSortDirectionByState(state)
  const { rows, total } = await fetchPageWithTotal(wanted.selectAll().orderBy('proposed_at', direction).orderBy('id', 'desc'), wanted, {
    limit,
    offset,
  })
  const people = await listStaffNamesById(db)
  const dataList = rows.map((row) => ({
    enterpriseId: row.enterprise_id,
    id: row.id,
    action: row.kind,
    scope: row.scope,
    contact: row.contact,
    reason: row.reason,
    state: row.state,
    proposedBy: people.get(row.proposed_by) ?? '',
    proposedAt: row.proposed_at,
    decidedBy: row.decided_by === null ? null : (people.get(row.decided_by) ?? ''),
    decidedAt: row.decided_at,
    own: row.proposed_by === staffId,
  }))
  return { dataList: await attachEnterpriseNamesToRows(db, dataList), total }
}

/** How a company is on the stop-list, and whether a request about it waits. */
export async function readOrderStopAndPendingRequest(
  db: Db,
  enterpriseId: string,
): Promise<{ stopped: OrderStop | null; stopWaits: boolean }> {
  const waiting = await db
    .selectFrom('order_stop_request')
    .select('id')
    .where('enterprise_id', '=', enterpriseId)
    .where('state', '=', 'WAIT')
    .executeTakeFirst()
  return { stopped: await findOrderStop(db, enterpriseId), stopWaits: waiting !== undefined }
}
