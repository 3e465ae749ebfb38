import { refuse } from '../../contract/refusals.ts'
import type { staff } from '../../contract/staff/api.ts'
import type { Handlers } from '../http/context.ts'
import type { Keys } from '../platform/keys.ts'
import { describeStaff, logInStaff } from './log-in.ts'
import { endStaffSession, findStaff } from './people.ts'

export const staffHandlers = (keys: Keys): Handlers<typeof staff> => ({
  logIn: (given, { db, moment, origin }) => logInStaff({ db, moment, origin, keys }, given),
  logOut: async (_, { caller, moment, write }) => {
    await write((tx) => endStaffSession(tx, moment, caller.tokenHash))
    return null
  },
  me: async (_, { db, caller }) => describeStaff((await findStaff(db, caller.staffId)) ?? refuse('NOT_LOGGED_IN')),
})
