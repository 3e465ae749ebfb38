import type { consoleRevenueEndpoints } from '#contract/billing/revenue/api.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { listRevenueLines, sumRevenueLines } from './list-lines.ts'

/** 收入明细: the lines that make the revenue of some days. */
export const consoleRevenueHandlers: Handlers<typeof consoleRevenueEndpoints> = {
  lines: (input, { db, caller: { staffId } }) => listRevenueLines(db, input, staffId),
  totals: (input, { db, caller: { staffId } }) => sumRevenueLines(db, input, staffId),
}
