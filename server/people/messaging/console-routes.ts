import type { consoleAnnouncementEndpoints } from '#contract/people/messaging/announcement-api.ts'
import { listStaffNamesById } from '#server/people/staff/public.ts'
import { toSlice } from '#server/platform/core/paging.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { listAnnouncements, saveAnnouncement, withdrawAnnouncement } from './announcements.ts'

export const consoleAnnouncementHandlers: Handlers<typeof consoleAnnouncementEndpoints> = {
  list: async ({ pageNo, pageSize, state }, { db, moment }) =>
    listAnnouncements(db, moment, { ...toSlice({ pageNo, pageSize }), state, names: await listStaffNamesById(db) }),
  save: async (given, { caller, moment, write }) => ({ id: await write((tx) => saveAnnouncement(tx, moment, given, caller.staffId)) }),
  withdraw: async (seen, { caller: { staffId }, moment, write }) => {
    await write((tx) => withdrawAnnouncement(tx, moment, { ...seen, staffId }))
    return null
  },
}
