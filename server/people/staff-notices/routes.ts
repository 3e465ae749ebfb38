import type { consoleStaffNoticeEndpoints } from '#contract/people/staff/notice-api.ts'
import { toSlice } from '#server/platform/core/paging.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { countUnreadStaffNotices, listNoticesOfStaff, markStaffNoticesReadUpTo } from './notices.ts'

export const consoleNoticeHandlers: Handlers<typeof consoleStaffNoticeEndpoints> = {
  list: ({ pageNo, pageSize, ...filter }, { db, caller: { staffId } }) =>
    listNoticesOfStaff(db, { staffId, ...filter, ...toSlice({ pageNo, pageSize }) }),
  unread: async (_, { db, caller }) => ({ count: await countUnreadStaffNotices(db, caller.staffId) }),
  // Uses `writeWithoutSession` and not `write`, because the audit trail does not record that somebody has read his messages.
  readAll: async ({ upTo }, { caller, moment, writeWithoutSession }) => {
    await writeWithoutSession((tx) => markStaffNoticesReadUpTo(tx, moment, { staffId: caller.staffId, upTo }))
    return null
  },
}
