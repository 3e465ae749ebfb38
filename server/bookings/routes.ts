import type { project } from '../../contract/projects/api.ts'
import type { equipment } from '../../contract/projects/equipment-api.ts'
import type { Handlers } from '../http/context.ts'
import { describeAdvice } from './advice.ts'
import { describeBudgets, describeCosts, describeOptions } from './costs.ts'

export const projectCostHandlers: Handlers<Pick<typeof project, 'budgets' | 'costs' | 'bookingOptions'>> = {
  budgets: (_, { db, caller, moment }) => describeBudgets(db, moment, caller.enterpriseId),
  costs: (span, { db, caller }) => describeCosts(db, caller.enterpriseId, span),
  bookingOptions: (_, { db, caller, moment }) => describeOptions(db, moment, caller),
}

export const adviceHandlers: Handlers<Pick<typeof equipment, 'advice'>> = {
  advice: (_, { db, caller, moment }) => describeAdvice(db, moment, caller.enterpriseId),
}
