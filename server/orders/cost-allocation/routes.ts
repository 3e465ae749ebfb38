import type { projectEndpoints } from '#contract/sites/projects/api.ts'
import type { equipmentEndpoints } from '#contract/sites/projects/equipment-api.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { readCostAllocationOptions, readProjectBudgetUse, readProjectCosts } from './costs.ts'
import { readReplenishmentAdvice } from './replenishment-advice.ts'

export const projectCostHandlers: Handlers<Pick<typeof projectEndpoints, 'budgets' | 'costs' | 'bookingOptions'>> = {
  budgets: (_, { db, caller, moment }) => readProjectBudgetUse(db, moment, caller.enterpriseId),
  costs: (span, { db, caller }) => readProjectCosts(db, caller.enterpriseId, span),
  bookingOptions: (_, { db, caller, moment }) => readCostAllocationOptions(db, moment, caller),
}

export const replenishmentAdviceHandlers: Handlers<Pick<typeof equipmentEndpoints, 'advice'>> = {
  advice: (_, { db, caller, moment }) => readReplenishmentAdvice(db, moment, caller.enterpriseId),
}
