import type { currentStaffEndpoints } from '#contract/people/staff/staff-api.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { recordAudit } from '#server/platform/core/audit.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { logInStaff, readCurrentStaffOutput, type StaffLoginConfig } from './log-in.ts'
import {
  changeOwnStaffPasswordAndEndOtherSessions,
  confirmTotpAndCreateRecoveryCodes,
  renewRecoveryCodes,
  startTotpSetup,
} from './own-account.ts'
import { endStaffSession } from './staff-sessions.ts'
import { findStaff } from './staff-store.ts'

export const createCurrentStaffHandlers = (config: StaffLoginConfig): Handlers<typeof currentStaffEndpoints> => ({
  logIn: (given, { db, moment, origin, visitor, writeWithoutSession }) =>
    logInStaff({ ...config, db, moment, origin, visitor, writeWithoutSession }, given),
  bindTotp: (given, { db, moment, origin, visitor, writeWithoutSession }) =>
    startTotpSetup({ ...config, db, moment, origin, visitor, writeWithoutSession }, given),
  // Uses `writeWithoutSession` and not `write`: `write` would lock the session that ends here, and two concurrent calls would deadlock.
  logOut: async (_, { caller, moment, origin, writeWithoutSession }) => {
    await writeWithoutSession(async (tx) => {
      await endStaffSession(tx, moment, caller.tokenHash)
      await recordAudit(tx, moment, { origin, actor: { kind: 'staff', id: caller.staffId }, action: 'staff log-out' })
    })
    return null
  },
  me: async (_, { db, caller }) => readCurrentStaffOutput(db, (await findStaff(db, caller.staffId)) ?? refuse('NOT_LOGGED_IN'), config),
  changePwd: async (given, { db, moment, origin, visitor, caller, write }) => {
    await changeOwnStaffPasswordAndEndOtherSessions({ ...config, db, moment, origin, visitor }, caller, { ...given, write })
    return null
  },
  confirmTotp: async ({ code }, { db, moment, origin, visitor, caller, write }) => ({
    recoveryCodes: await confirmTotpAndCreateRecoveryCodes({ ...config, db, moment, origin, visitor }, caller, { code, write }),
  }),
  renewRecoveryCodes: async (given, { db, moment, origin, visitor, caller, write }) => ({
    recoveryCodes: await renewRecoveryCodes({ ...config, db, moment, origin, visitor }, caller, { ...given, write }),
  }),
})
