import type { projectEndpoints } from '#contract/sites/projects/api.ts'
import type { equipmentEndpoints } from '#contract/sites/projects/equipment-api.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { describeBudgetUse, describeCostAllocationOptions, describeCosts } from './costs.ts'
import { describeReplenishmentAdvice } from './replenishment-advice.ts'

export const projectCostHandlers: Handlers<Pick<typeof projectEndpoints, 'budgets' | 'costs' | 'bookingOptions'>> = {
  budgets: (_, { db, caller, moment }) => describeBudgetUse(db, moment, caller.enterpriseId),
  costs: (span, { db, caller }) => describeCosts(db, caller.enterpriseId, span),
  bookingOptions: (_, { db, caller, moment }) => describeCostAllocationOptions(db, moment, caller),
}

export const replenishmentAdviceHandlers: Handlers<Pick<typeof equipmentEndpoints, 'advice'>> = {
  advice: (_, { db, caller, moment }) => describeReplenishmentAdvice(db, moment, caller.enterpriseId),
}
