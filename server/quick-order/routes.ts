import type { quickOrder } from '../../contract/quick-order/api.ts'
import type { Handlers } from '../http/context.ts'
import { matchRows } from './match-rows.ts'

export const quickOrderHandlers: Handlers<typeof quickOrder> = {
  match: ({ rows }, { db, caller: { enterpriseId }, moment }) => matchRows(db, moment, { enterpriseId, rows }),
}
