import type { consoleText } from '#contract/people/messaging/console-api.ts'
import type { consoleAudit } from '#contract/people/staff/audit-api.ts'
import type { consoleStaff } from '#contract/people/staff/staff-api.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import type { SmsGateway } from '#server/people/sms/public.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { endStaffSessions, listStaff } from './accounts.ts'
import { listAudit } from './audit-trail.ts'
import { listActions } from './format-action.ts'

/** Other calls on accounts are in operations/sensitive-changes; these two need no second person. */
export const consoleStaffHandlers: Handlers<Pick<typeof consoleStaff, 'list' | 'endSessions'>> = {
  list: (input, { db, moment }) => listStaff(db, moment, input),
  endSessions: async ({ staffId }, { caller, moment, write }) => ({
    count: await write((tx) => endStaffSessions({ tx, moment, caller }, staffId)),
  }),
}

export const consoleAuditHandlers: Handlers<typeof consoleAudit> = {
  list: (input, { db }) => listAudit(db, input),
  actions: async () => listActions(),
}

export const consoleTextHandlers = ({ kept }: SmsGateway): Handlers<typeof consoleText> => ({
  list: async () => (kept ? await kept() : refuse('NO_LOCAL_TEXTS')),
})
