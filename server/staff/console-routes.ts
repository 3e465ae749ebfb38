import type { consoleText } from '../../contract/messaging/console-api.ts'
import { refuse } from '../../contract/refusals.ts'
import type { consoleAudit } from '../../contract/staff/audit-api.ts'
import type { consoleStaff } from '../../contract/staff/staff-api.ts'
import type { Handlers } from '../http/context.ts'
import type { SmsGateway } from '../sms/public.ts'
import { endStaffSessions, listStaff } from './accounts.ts'
import { listAudit } from './audit-trail.ts'
import { listActions } from './format-action.ts'

/** What is done to accounts of others is with the sensitive changes, except for what takes nobody's place. */
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
