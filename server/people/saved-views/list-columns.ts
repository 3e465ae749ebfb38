// Reads and writes the table `staff_list_columns`: the columns that one person of the staff does not see.
import { type HiddenListColumns, LISTS_WITH_HIDDEN_COLUMNS_MAX } from '#contract/people/saved-views/api.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import { countRows } from '#server/platform/core/paging.ts'

export async function listHiddenListColumnsOfStaff(db: Db, staffId: string): Promise<HiddenListColumns[]> {
  const rows = await db
    .selectFrom('staff_list_columns')
    .select(['list', 'hidden'])
    .where('staff_id', '=', staffId)
    .orderBy('list')
    .execute()
  return rows.map(({ list, hidden }) => ({ list, titles: hidden }))
}

/** Hides columns of a list in place of those that were hidden; none: the list shows all again. Refuses LISTS_WITH_HIDDEN_COLUMNS_FULL. */
export async function setHiddenListColumns(
  tx: Tx,
  { staffId, list, titles }: { staffId: string; list: string; titles: readonly string[] },
): Promise<void> {
  await tx.deleteFrom('staff_list_columns').where('staff_id', '=', staffId).where('list', '=', list).execute()
  if (titles.length === 0) return
  const count = await countRows(tx.selectFrom('staff_list_columns').where('staff_id', '=', staffId))
  if (count >= LISTS_WITH_HIDDEN_COLUMNS_MAX) refuse('LISTS_WITH_HIDDEN_COLUMNS_FULL')
  await tx
    .insertInto('staff_list_columns')
    .values({ staff_id: staffId, list, hidden: [...new Set(titles)] })
    .execute()
}
