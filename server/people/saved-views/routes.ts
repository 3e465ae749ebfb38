import type { consoleSavedViewEndpoints } from '#contract/people/saved-views/api.ts'
import { lockStaff } from '#server/people/staff/public.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Context, Handlers } from '#server/platform/http/context.ts'
import { listHiddenListColumnsOfStaff, setHiddenListColumns } from './list-columns.ts'
import { deleteSavedView, listSavedViewsOfStaff, moveSavedView, renameSavedView, saveView } from './saved-views.ts'

type OwnWrite = Pick<Context, 'writeWithoutSession'> & { caller: { staffId: string } }

/**
 * Runs a write on what the caller keeps for himself, one after the other, so that limits and positions hold. Uses `writeWithoutSession` and
 * not `write`, because the audit trail does not record how somebody looks at lists.
 */
async function writeOwn({ writeWithoutSession, caller: { staffId } }: OwnWrite, work: (tx: Tx, staffId: string) => Promise<void>) {
  await writeWithoutSession(async (tx) => {
    await lockStaff(tx, staffId)
    await work(tx, staffId)
  })
  return null
}

export const consoleSavedViewHandlers: Handlers<typeof consoleSavedViewEndpoints> = {
  list: async (_, { db, caller: { staffId } }) => ({
    views: await listSavedViewsOfStaff(db, staffId),
    hiddenColumns: await listHiddenListColumnsOfStaff(db, staffId),
  }),
  save: (view, context) => writeOwn(context, (tx, staffId) => saveView(tx, context.moment, Object.assign(view, { staffId }))),
  rename: (view, context) => writeOwn(context, (tx, staffId) => renameSavedView(tx, Object.assign(view, { staffId }))),
  move: (move, context) => writeOwn(context, (tx, staffId) => moveSavedView(tx, Object.assign(move, { staffId }))),
  delete: ({ viewId }, context) => writeOwn(context, (tx, staffId) => deleteSavedView(tx, { viewId, staffId })),
  setHiddenColumns: (columns, context) => writeOwn(context, (tx, staffId) => setHiddenListColumns(tx, Object.assign(columns, { staffId }))),
}
