import type { consoleBankEndpoints } from '#contract/billing/bank/console-api.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { readBankAllocationsOfToday } from './list-allocations.ts'
import { undoBankAllocations } from './undo-allocations.ts'
import type { FindContracts } from './undo-rules.ts'

export const createBankUndoingHandlers = (
  findContracts: FindContracts,
): Handlers<Pick<typeof consoleBankEndpoints, 'undoable' | 'undo'>> => ({
  undoable: (_, { db, caller, moment }) => readBankAllocationsOfToday(db, moment, { staffId: caller.staffId, findContracts }),
  undo: (given, { caller, moment, write }) =>
    write((tx) => undoBankAllocations(tx, moment, { ...given, staffId: caller.staffId, findContracts })),
})
