// Reads and writes the table `staff_saved_view`: filters of the console's lists that one person of the staff has given a name.
import { sql } from 'kysely'
import { SAVED_VIEWS_OF_LIST_MAX, SAVED_VIEWS_OF_STAFF_MAX, type SavedView, type savedViewMoves } from '#contract/people/saved-views/api.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { type Db, isUniqueViolation, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'

interface OwnViewRef {
  viewId: string
  staffId: string
}

const selectOwnViews = (db: Db, staffId: string) =>
  db
    .selectFrom('staff_saved_view')
    .select(['id as viewId', 'list', 'name', 'search'])
    .where('staff_id', '=', staffId)
    .orderBy('list')
    .orderBy('position')
    .orderBy('id')

/** Lists the views of a person by list, each list in the person's order. */
export const listSavedViewsOfStaff = (db: Db, staffId: string): Promise<SavedView[]> => selectOwnViews(db, staffId).execute()

/** Saves the filters of a list under a name, in place of those that had it. Refuses SAVED_VIEWS_OF_LIST_FULL, SAVED_VIEWS_OF_STAFF_FULL. */
export async function saveView(
  tx: Tx,
  moment: Moment,
  { staffId, list, name, search }: Omit<SavedView, 'viewId'> & { staffId: string },
): Promise<void> {
  const written = JSON.stringify(search)
  const { numUpdatedRows } = await tx
    .updateTable('staff_saved_view')
    .set({ search: written })
    .where('staff_id', '=', staffId)
    .where('list', '=', list)
    .where('name', '=', name)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return
  const { count, ofList, last } = await tx
    .selectFrom('staff_saved_view')
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.countAll<number>().filterWhere('list', '=', list).as('ofList'),
      fn.max('position').filterWhere('list', '=', list).as('last'),
    ])
    .where('staff_id', '=', staffId)
    .executeTakeFirstOrThrow()
  if (ofList >= SAVED_VIEWS_OF_LIST_MAX) refuse('SAVED_VIEWS_OF_LIST_FULL')
  if (count >= SAVED_VIEWS_OF_STAFF_MAX) refuse('SAVED_VIEWS_OF_STAFF_FULL')
  await tx
    .insertInto('staff_saved_view')
    .values({ id: moment.newId(), staff_id: staffId, list, name, search: written, position: (last ?? 0) + 1 })
    .execute()
}

/** Refuses SAVED_VIEW_NOT_FOUND, SAVED_VIEW_NAME_TAKEN. */
export async function renameSavedView(tx: Tx, { viewId, staffId, name }: OwnViewRef & { name: string }): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('staff_saved_view')
    .set({ name })
    .where('id', '=', viewId)
    .where('staff_id', '=', staffId)
    .executeTakeFirst()
    .catch((error: unknown) => {
      if (isUniqueViolation(error)) refuse('SAVED_VIEW_NAME_TAKEN', { field: 'name' })
      throw error
    })
  if (numUpdatedRows === 0n) refuse('SAVED_VIEW_NOT_FOUND')
}

/** Exchanges a view with its neighbour in the list. The first one stays where it is when it moves forward, the last one when it moves back. Refuses SAVED_VIEW_NOT_FOUND. */
export async function moveSavedView(
  tx: Tx,
  { viewId, staffId, way }: OwnViewRef & { way: (typeof savedViewMoves)[number] },
): Promise<void> {
  const own = await selectOwnViews(tx, staffId).execute()
  const list = own.find((view) => view.viewId === viewId)?.list
  if (list === undefined) refuse('SAVED_VIEW_NOT_FOUND')
  const ids = own.filter((view) => view.list === list).map((view) => view.viewId)
  const from = ids.indexOf(viewId)
  const to = way === 'forward' ? from - 1 : from + 1
  if (to < 0 || to >= ids.length) return
  ids.splice(to, 0, ...ids.splice(from, 1))
  await tx
    .updateTable('staff_saved_view')
    .set({ position: sql<number>`array_position(${ids}::uuid[], id)` })
    .where('staff_id', '=', staffId)
    .where('list', '=', list)
    .execute()
}

/** Refuses SAVED_VIEW_NOT_FOUND. */
export async function deleteSavedView(tx: Tx, { viewId, staffId }: OwnViewRef): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom('staff_saved_view')
    .where('id', '=', viewId)
    .where('staff_id', '=', staffId)
    .executeTakeFirst()
  if (numDeletedRows === 0n) refuse('SAVED_VIEW_NOT_FOUND')
}
