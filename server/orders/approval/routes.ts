import type { purchaseApprovalEndpoints } from '#contract/orders/approval/api.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { listPurchaseApprovalsForCaller, readPurchaseApprovalForCaller } from './approval-view.ts'
import { approveTrade, rejectTrade } from './decide-approval.ts'

export const purchaseApprovalHandlers: Handlers<typeof purchaseApprovalEndpoints> = {
  list: (input, { db, caller }) => listPurchaseApprovalsForCaller(db, caller, input),
  detail: ({ id }, { db, caller }) => readPurchaseApprovalForCaller(db, caller, id),
  approve: async ({ id }, { caller, moment, write }) => {
    await write((tx) => approveTrade(tx, moment, { caller, id }))
    return null
  },
  reject: async ({ id, reason }, { caller, moment, write }) => {
    await write((tx) => rejectTrade(tx, moment, { caller, id, reason }))
    return null
  },
}
