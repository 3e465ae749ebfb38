import type { consoleMarginEndpoints } from '#contract/billing/margins/api.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { listMonthMargins, listSkuMarginsOfMonth, readMarginsMade } from './margins.ts'

/** 毛利: what goods earned, for finance and administrators alone. */
export const consoleMarginHandlers: Handlers<typeof consoleMarginEndpoints> = {
  list: (input, { db, caller: { staffId } }) => listSkuMarginsOfMonth(db, input, staffId),
  made: (_, { db }) => readMarginsMade(db),
  months: (input, { db, caller: { staffId } }) => listMonthMargins(db, input, staffId),
}
