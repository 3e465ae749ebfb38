import type { consoleOrderNoteEndpoints } from '#contract/orders/order-notes/api.ts'
import type { consoleOrderTagEndpoints } from '#contract/orders/order-notes/tags-api.ts'
import { listEnterpriseTags } from '#server/people/account-managers/public.ts'
import { toSlice } from '#server/platform/core/paging.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { addOrderNote, listOrderNotes } from './order-notes.ts'
import { setTagsOfOrder } from './order-tags.ts'

export const consoleOrderNoteHandlers: Handlers<typeof consoleOrderNoteEndpoints> = {
  list: ({ pageNo, pageSize, ...ref }, { db }) => listOrderNotes(db, { ...ref, ...toSlice({ pageNo, pageSize }) }),
  add: (given, { caller: { staffId }, moment, write }) =>
    write(async (tx) => ({ id: await addOrderNote(tx, moment, { ...given, staffId }) })),
}

export const consoleOrderTagHandlers: Handlers<typeof consoleOrderTagEndpoints> = {
  list: (_, { db }) => listEnterpriseTags(db),
  setOf: async (given, { caller: { staffId }, moment, write }) => {
    await write((tx) => setTagsOfOrder(tx, moment, { ...given, staffId }))
    return null
  },
}
