import type { consoleMarginEndpoints } from '#contract/billing/margins/api.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { listMonthMargins, listSkuMarginsOfMonth } from './margins.ts'

/** 毛利: what goods earned, for finance and administrators alone. */
export const consoleMarginHandlers: Handlers<typeof consoleMarginEndpoints> = {
  list: (input, { db, caller: { staffId } }) => listSkuMarginsOfMonth(db, input, staffId),
  months: (input, { db, caller: { staffId } }) => listMonthMargins(db, input, staffId),
}
