import type { approvalEndpoints } from '#contract/orders/approval/api.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { listApprovalsForCaller, readApprovalForCaller } from './approval-view.ts'
import { approveTrade, rejectTrade } from './decide-approval.ts'

export const approvalHandlers: Handlers<typeof approvalEndpoints> = {
  list: (input, { db, caller }) => listApprovalsForCaller(db, caller, input),
  detail: ({ id }, { db, caller }) => readApprovalForCaller(db, caller, id),
  approve: async ({ id }, { caller, moment, write }) => {
    await write((tx) => approveTrade(tx, moment, { caller, id }))
    return null
  },
  reject: async ({ id, reason }, { caller, moment, write }) => {
    await write((tx) => rejectTrade(tx, moment, { caller, id, reason }))
    return null
  },
}
