import type { consoleOrderNoteEndpoints } from '#contract/orders/order-notes/api.ts'
import { toSlice } from '#server/platform/core/paging.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { addOrderNote, listOrderNotes } from './order-notes.ts'

export const consoleOrderNoteHandlers: Handlers<typeof consoleOrderNoteEndpoints> = {
  list: ({ pageNo, pageSize, ...ref }, { db }) => listOrderNotes(db, { ...ref, ...toSlice({ pageNo, pageSize }) }),
  add: (given, { caller: { staffId }, moment, write }) =>
    write(async (tx) => ({ id: await addOrderNote(tx, moment, { ...given, staffId }) })),
}
