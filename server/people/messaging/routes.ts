import type { messageEndpoints } from '#contract/people/messaging/api.ts'
import { findMembership } from '#server/people/organisation/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import { toSlice } from '#server/platform/core/paging.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import {
  countMessagesAndAnnouncements,
  deleteMessage,
  listMessagesAndAnnouncements,
  type MessageRecipient,
  markAllMessagesRead,
  markMessageRead,
  readMessage,
} from './message-feed.ts'

async function readerOf(db: Db, { enterpriseId, userId }: { enterpriseId: string; userId: string }): Promise<MessageRecipient> {
  const membership = await findMembership(db, enterpriseId, userId)
  return { enterpriseId, userId, since: membership?.acceptedAt ?? new Date(0) }
}

export const messageHandlers: Handlers<typeof messageEndpoints> = {
  countNotRead: async (_, { db, moment, caller }) => ({
    count: await countMessagesAndAnnouncements(db, moment, await readerOf(db, caller), { unreadOnly: true }),
  }),
  list: async ({ kind, ...paged }, { db, moment, caller }) =>
    listMessagesAndAnnouncements(db, moment, await readerOf(db, caller), { kind, ...toSlice(paged) }),
  listNotRead: async ({ kind, ...paged }, { db, moment, caller }) =>
    listMessagesAndAnnouncements(db, moment, await readerOf(db, caller), { kind, unreadOnly: true, ...toSlice(paged) }),
  detail: async ({ id }, { db, moment, caller }) => readMessage(db, moment, await readerOf(db, caller), id),
  read: async ({ id }, { db, caller, moment, write }) => {
    const reader = await readerOf(db, caller)
    await write((tx) => markMessageRead(tx, moment, reader, id))
    return null
  },
  readAll: async ({ kind }, { db, caller, moment, write }) => {
    const reader = await readerOf(db, caller)
    return { count: await write((tx) => markAllMessagesRead(tx, moment, reader, kind)) }
  },
  delete: async ({ id }, { db, caller, moment, write }) => {
    const reader = await readerOf(db, caller)
    await write((tx) => deleteMessage(tx, moment, reader, id))
    return null
  },
}
