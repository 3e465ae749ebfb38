import type { quickOrderEndpoints } from '#contract/orders/quick-order/api.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { matchRows } from './match-rows.ts'

export const quickOrderHandlers: Handlers<typeof quickOrderEndpoints> = {
  match: ({ rows }, { db, caller: { enterpriseId }, moment }) => matchRows(db, moment, { enterpriseId, rows }),
}
