// Reads and writes the table `enterprise_note`.
import type { EnterpriseNote } from '#contract/people/account-managers/notes-api.ts'
import { requireOpenEnterprise } from '#server/people/organisation/public.ts'
import { listStaffNamesById } from '#server/people/staff/public.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { fetchPageWithTotal, type RowSlice } from '#server/platform/core/paging.ts'

/** Lists a page of the notes about a company, the newest first. */
export async function listEnterpriseNotes(
  db: Db,
  { enterpriseId, ...slice }: { enterpriseId: string } & RowSlice,
): Promise<{ dataList: EnterpriseNote[]; total: number }> {
  const matching = db.selectFrom('enterprise_note').where('enterprise_id', '=', enterpriseId)
  const ordered = matching.select(['id', 'text', 'staff_id', 'at']).orderBy('at', 'desc').orderBy('id', 'desc')
  const { rows, total } = await fetchPageWithTotal(ordered, matching, slice)
  const people = await listStaffNamesById(db)
  return { dataList: rows.map(({ id, text, staff_id, at }) => ({ id, text, staffName: people.get(staff_id) ?? '', at })), total }
}

/** Adds a note about a company; no note is ever changed. Returns its id. Refuses ENTERPRISE_NOT_FOUND, ENTERPRISE_CLOSED. */
export async function addEnterpriseNote(
  tx: Tx,
  moment: Moment,
  { enterpriseId, text, staffId }: { enterpriseId: string; text: string; staffId: string },
): Promise<string> {
  await requireOpenEnterprise(tx, enterpriseId)
  const id = moment.newId()
  await tx.insertInto('enterprise_note').values({ enterprise_id: enterpriseId, id, text, staff_id: staffId, at: moment.now }).execute()
  return id
}
