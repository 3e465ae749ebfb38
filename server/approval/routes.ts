import type { approval } from '../../contract/approval/api.ts'
import type { Handlers } from '../http/context.ts'
import { describeFor, listFor } from './approval-view.ts'
import { approve, reject } from './decide.ts'

export const approvalHandlers: Handlers<typeof approval> = {
  list: (input, { db, caller }) => listFor(db, caller, input),
  detail: ({ id }, { db, caller }) => describeFor(db, caller, id),
  approve: async ({ id }, { caller, moment, write }) => {
    await write((tx) => approve(tx, moment, { caller, id }))
    return null
  },
  reject: async ({ id, reason }, { caller, moment, write }) => {
    await write((tx) => reject(tx, moment, { caller, id, reason }))
    return null
  },
}
