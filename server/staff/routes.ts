import { refuse } from '../../contract/refusals.ts'
import type { staff } from '../../contract/staff/staff-api.ts'
import type { Handlers } from '../http/context.ts'
import { audit } from '../platform/audit.ts'
import { describeStaff, type House, logInStaff } from './log-in.ts'
import { bindTotp, changeStaffPassword, confirmTotp } from './own-account.ts'
import { findStaff } from './people.ts'
import { endStaffSession } from './staff-sessions.ts'

export const staffHandlers = (house: House): Handlers<typeof staff> => ({
  logIn: (given, { db, moment, origin }) => logInStaff({ ...house, db, moment, origin }, given),
  bindTotp: (given, { db, moment, origin }) => bindTotp({ ...house, db, moment, origin }, given),
  // Apart: whoever ends his own session must not hold it as well, or two who do so at once wait for each other.
  logOut: async (_, { caller, moment, origin, apart }) => {
    await apart(async (tx) => {
      await endStaffSession(tx, moment, caller.tokenHash)
      await audit(tx, moment, { origin, actor: { kind: 'staff', id: caller.staffId }, action: 'staff log-out' })
    })
    return null
  },
  me: async (_, { db, caller }) => describeStaff((await findStaff(db, caller.staffId)) ?? refuse('NOT_LOGGED_IN'), house),
  changePwd: async (given, { db, moment, origin, caller, write }) => {
    await changeStaffPassword({ ...house, db, moment, origin }, caller, { ...given, write })
    return null
  },
  confirmTotp: async ({ code }, { db, moment, origin, caller, write }) => {
    await confirmTotp({ ...house, db, moment, origin }, caller, { code, write })
    return null
  },
})
