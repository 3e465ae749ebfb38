import type { consoleMarginEndpoints } from '#contract/billing/margins/api.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { findOrder } from '#server/orders/orders/public.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { listMonthMargins, listSkuMarginsOfMonth, readMarginsMade } from './margins.ts'
import { readMarginsOfOrders } from './order-margins.ts'

/** 毛利: what goods earned, for finance and administrators alone. */
export const consoleMarginHandlers: Handlers<typeof consoleMarginEndpoints> = {
  list: (input, { db, caller: { staffId } }) => listSkuMarginsOfMonth(db, input, staffId),
  made: (_, { db }) => readMarginsMade(db),
  order: async ({ enterpriseId, orderNo }, { db }) => {
    if (!(await findOrder(db, enterpriseId, orderNo))) refuse('ORDER_NOT_FOUND')
    return (await readMarginsOfOrders(db, [orderNo])).get(orderNo) ?? []
  },
  months: (input, { db, caller: { staffId } }) => listMonthMargins(db, input, staffId),
}
