import type { consoleStoredUnsentSmsEndpoints } from '#contract/people/messaging/console-api.ts'
import type { consoleAuditEndpoints } from '#contract/people/staff/audit-api.ts'
import type { consoleCustomRoleEndpoints } from '#contract/people/staff/custom-role-api.ts'
import type { consoleDocumentViewEndpoints } from '#contract/people/staff/document-views.ts'
import type { consoleFileHistoryEndpoints } from '#contract/people/staff/file-history.ts'
import type { consoleStaffAccountEndpoints } from '#contract/people/staff/staff-api.ts'
import { addAuditorToAccessRule, hasPermission } from '#contract/platform/core/permissions.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import type { SmsGateway } from '#server/people/sms/public.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { endStaffSessionsExceptPresent, listStaff } from './accounts.ts'
import { listAuditEntries, listFileHistory, listStaffViewsOfSensitiveData } from './audit-trail.ts'
import { listCustomRoles } from './custom-roles/change-custom-roles.ts'
import { listAuditActions } from './format-action.ts'

/** Other calls on accounts are in operations/sensitive-changes; these two need no second person. */
export const consoleStaffAccountListHandlers: Handlers<Pick<typeof consoleStaffAccountEndpoints, 'list' | 'endSessions'>> = {
  list: (input, { db, moment }) => listStaff(db, moment, input),
  endSessions: async ({ staffId }, { caller, moment, write }) => ({
    count: await write((tx) => endStaffSessionsExceptPresent({ tx, moment, caller }, staffId)),
  }),
}

/** Changes are in operations/sensitive-changes. */
export const consoleCustomRoleListHandlers: Handlers<Pick<typeof consoleCustomRoleEndpoints, 'list'>> = {
  list: (_, { db }) => listCustomRoles(db),
}

export const consoleAuditHandlers: Handlers<typeof consoleAuditEndpoints> = {
  list: (input, { db }) => listAuditEntries(db, input),
  actions: async () => listAuditActions(),
}

export const consoleDocumentViewHandlers: Handlers<typeof consoleDocumentViewEndpoints> = {
  list: (input, { db }) => listStaffViewsOfSensitiveData(db, input),
}

/** 导入导出记录: who may read the audit trail sees all, everybody else what he has done himself. */
export const consoleFileHistoryHandlers: Handlers<typeof consoleFileHistoryEndpoints> = {
  list: ({ actorId, ...input }, { db, caller }) => {
    const who = hasPermission(caller, addAuditorToAccessRule({ staff: 'audit' })) ? actorId : caller.staffId
    return listFileHistory(db, who === undefined ? input : { ...input, actorId: who })
  },
}

export const createStoredSmsHandlers = ({ listStored: kept }: SmsGateway): Handlers<typeof consoleStoredUnsentSmsEndpoints> => ({
  list: async () => (kept ? await kept() : refuse('NO_LOCAL_TEXTS')),
})
