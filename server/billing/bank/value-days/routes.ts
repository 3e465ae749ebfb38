import type { consoleValueDayEndpoints } from '#contract/billing/bank/value-day-api.ts'
import { toSlice } from '#server/platform/core/paging.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { listValueDayCorrections } from './corrections.ts'
import { decideValueDayRequest, listValueDayRequests, proposeManualBankLine } from './requests.ts'

export const consoleValueDayHandlers: Handlers<typeof consoleValueDayEndpoints> = {
  propose: (typed, { caller, moment, write }) =>
    write(async (tx) => ({ id: await proposeManualBankLine(tx, moment, typed, caller.staffId) })),
  decide: (decision, { caller, moment, write }) =>
    write(async (tx) => ({ lineId: await decideValueDayRequest(tx, moment, { ...decision, staffId: caller.staffId }) })),
  requests: ({ pageNo, pageSize, state }, { db, caller }) =>
    listValueDayRequests(db, { state, staffId: caller.staffId, ...toSlice({ pageNo, pageSize }) }),
  corrections: ({ pageNo, pageSize, ...days }, { db }) => listValueDayCorrections(db, { ...days, ...toSlice({ pageNo, pageSize }) }),
}
