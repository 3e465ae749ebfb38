import type { quickOrderEndpoints } from '#contract/orders/quick-order/api.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { matchQuickOrderRows } from './match-rows.ts'

export const quickOrderHandlers: Handlers<typeof quickOrderEndpoints> = {
  match: ({ rows }, { db, caller: { enterpriseId }, moment }) => matchQuickOrderRows(db, moment, { enterpriseId, rows }),
}
