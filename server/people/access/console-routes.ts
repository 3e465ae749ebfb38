import type { consoleEnterpriseAccessEndpoints, consoleUserEndpoints } from '#contract/people/identity/console-api.ts'
import type { Keys } from '#server/platform/core/keys.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { listUsersForConsole, readOpenSessionsOfEnterpriseForConsole, readUserForConsole } from './console-users.ts'
import {
  endAllSessionsOfEnterpriseByStaff,
  endOneOrAllSessionsOfUserByStaff,
  freezeEnterpriseAndEndSessions,
  freezeUserAndEndSessions,
  unfreezeEnterprise,
  unfreezeUser,
} from './freeze-accounts.ts'

export const createConsoleUserHandlers = (keys: Keys): Handlers<typeof consoleUserEndpoints> => ({
  list: (input, { db }) => listUsersForConsole(db, keys, input),
  detail: ({ userId }, { db, moment }) => readUserForConsole(db, moment, userId),
  freeze: async ({ userId }, { moment, write }) => ({ count: await write((tx) => freezeUserAndEndSessions(tx, moment, userId)) }),
  unfreeze: async ({ userId }, { write }) => {
    await write((tx) => unfreezeUser(tx, userId))
    return null
  },
  endSessions: async (which, { moment, write }) => ({ count: await write((tx) => endOneOrAllSessionsOfUserByStaff(tx, moment, which)) }),
})

export const consoleEnterpriseAccessHandlers: Handlers<typeof consoleEnterpriseAccessEndpoints> = {
  sessions: ({ enterpriseId }, { db, moment }) => readOpenSessionsOfEnterpriseForConsole(db, moment, enterpriseId),
  freeze: async ({ enterpriseId }, { moment, write }) => ({
    count: await write((tx) => freezeEnterpriseAndEndSessions(tx, moment, enterpriseId)),
  }),
  unfreeze: async ({ enterpriseId }, { write }) => {
    await write((tx) => unfreezeEnterprise(tx, enterpriseId))
    return null
  },
  endSessions: async ({ enterpriseId }, { moment, write }) => ({
    count: await write((tx) => endAllSessionsOfEnterpriseByStaff(tx, moment, enterpriseId)),
  }),
}
