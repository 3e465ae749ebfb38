// Reads and writes the table `order_note`.
import type { EnterpriseNote } from '#contract/people/account-managers/notes-api.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { findOrder, type OrderRef } from '#server/orders/orders/public.ts'
import { listStaffNamesById } from '#server/people/staff/public.ts'
import { anyOfIdsSql, type Db, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { fetchPageWithTotal, type RowSlice } from '#server/platform/core/paging.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'

/** Finds an order. Refuses ORDER_NOT_FOUND. */
export const requireOrder = async (db: Db, { enterpriseId, orderNo }: OrderRef) =>
  (await findOrder(db, enterpriseId, orderNo)) ?? refuse('ORDER_NOT_FOUND')

/** Lists a page of the notes about an order, the newest first. Refuses ORDER_NOT_FOUND. */
export async function listOrderNotes(
  db: Db,
  { limit, offset, ...ref }: OrderRef & RowSlice,
): Promise<{ dataList: EnterpriseNote[]; total: number }> {
  const { id: orderId } = await requireOrder(db, ref)
  const matching = db.selectFrom('order_note').where('enterprise_id', '=', ref.enterpriseId).where('order_id', '=', orderId)
  const ordered = matching.select(['id', 'text', 'staff_id', 'at']).orderBy('at', 'desc').orderBy('id', 'desc')
  const { rows, total } = await fetchPageWithTotal(ordered, matching, { limit, offset })
  const people = await listStaffNamesById(db)
  return { dataList: rows.map(({ id, text, staff_id, at }) => ({ id, text, staffName: people.get(staff_id) ?? '', at })), total }
}

/** Adds a note about an order; no note is ever changed. Returns its id. Refuses ORDER_NOT_FOUND. */
export async function addOrderNote(
  tx: Tx,
  moment: Moment,
  { text, staffId, ...ref }: OrderRef & { text: string; staffId: string },
): Promise<string> {
  const { id: orderId } = await requireOrder(tx, ref)
  const id = moment.newId()
  await tx
    .insertInto('order_note')
    .values({ enterprise_id: ref.enterpriseId, order_id: orderId, id, text, staff_id: staffId, at: moment.now })
    .execute()
  return id
}

/** Deletes the notes about the orders of companies that have closed: they may name people. */
export async function deleteOrderNotesOfEnterprises(tx: Tx, enterpriseIds: readonly string[]): Promise<void> {
  await withoutTenantGuard(tx, 'working in sets').deleteFrom('order_note').where('enterprise_id', '=', anyOfIdsSql(enterpriseIds)).execute()
}
