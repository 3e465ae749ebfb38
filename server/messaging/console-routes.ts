import type { consoleAnnouncement } from '../../contract/messaging/announcement-api.ts'
import type { Handlers } from '../http/context.ts'
import { staffNames } from '../staff/public.ts'
import { listAnnouncements, saveAnnouncement, withdrawAnnouncement } from './announcements.ts'

export const consoleAnnouncementHandlers: Handlers<typeof consoleAnnouncement> = {
  list: async ({ pageNo, pageSize, state }, { db, moment }) =>
    listAnnouncements(db, moment, { limit: pageSize, offset: (pageNo - 1) * pageSize, state, names: await staffNames(db) }),
  save: async (given, { caller, moment, write }) => ({ id: await write((tx) => saveAnnouncement(tx, moment, given, caller.staffId)) }),
  withdraw: async ({ id }, { moment, write }) => {
    await write((tx) => withdrawAnnouncement(tx, moment, id))
    return null
  },
}
