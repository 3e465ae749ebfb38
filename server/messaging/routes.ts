import type { message } from '../../contract/messaging/api.ts'
import type { Handlers } from '../http/context.ts'
import { countUnread, deleteMessage, listMessages, markRead, readMessage } from './messages.ts'

interface Paged {
  pageNo: number
  pageSize: number
}
const slice = ({ pageNo, pageSize }: Paged) => ({ limit: pageSize, offset: (pageNo - 1) * pageSize })

export const messageHandlers: Handlers<typeof message> = {
  countNotRead: async (_, { db, caller }) => ({ count: await countUnread(db, caller) }),
  list: ({ kind, ...paged }, { db, caller }) => listMessages(db, caller, { kind, ...slice(paged) }),
  listNotRead: ({ kind, ...paged }, { db, caller }) => listMessages(db, caller, { kind, unreadOnly: true, ...slice(paged) }),
  detail: ({ id }, { db, caller }) => readMessage(db, caller, id),
  read: async ({ id }, { caller, moment, write }) => {
    await write(async (tx) => {
      await readMessage(tx, caller, id)
      await markRead(tx, moment, caller, { id })
    })
    return null
  },
  readAll: async ({ kind }, { caller, moment, write }) => ({ count: await write((tx) => markRead(tx, moment, caller, { kind })) }),
  delete: async ({ id }, { caller, write }) => {
    await write((tx) => deleteMessage(tx, caller, id))
    return null
  },
}
