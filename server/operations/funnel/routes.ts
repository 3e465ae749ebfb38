import type { consoleFunnelEndpoints } from '#contract/operations/funnel/api.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import { listFunnelByChartPoint, readFunnelReport } from './funnel-report.ts'

/** 转化漏斗 */
export const consoleFunnelHandlers: Handlers<typeof consoleFunnelEndpoints> = {
  summary: (input, { db, caller: { staffId } }) => readFunnelReport(db, input, staffId),
  list: (input, { db, caller: { staffId } }) => listFunnelByChartPoint(db, input, staffId),
}
