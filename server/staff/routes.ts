import { refuse } from '../../contract/refusals.ts'
import type { staff } from '../../contract/staff/api.ts'
import type { Handlers } from '../http/context.ts'
import { audit } from '../platform/audit.ts'
import type { Keys } from '../platform/keys.ts'
import { describeStaff, logInStaff } from './log-in.ts'
import { endStaffSession, findStaff } from './people.ts'

export const staffHandlers = (keys: Keys): Handlers<typeof staff> => ({
  logIn: (given, { db, moment, origin }) => logInStaff({ db, moment, origin, keys }, given),
  // Apart: whoever ends his own session must not hold it as well, or two who do so at once wait for each other.
  logOut: async (_, { caller, moment, origin, apart }) => {
    await apart(async (tx) => {
      await endStaffSession(tx, moment, caller.tokenHash)
      await audit(tx, moment, { origin, actor: { kind: 'staff', id: caller.staffId }, action: 'staff log-out' })
    })
    return null
  },
  me: async (_, { db, caller }) => describeStaff((await findStaff(db, caller.staffId)) ?? refuse('NOT_LOGGED_IN')),
})
