import type { RefusalTable } from './table.ts'

/** Refusals for reports. */
export const reportRefusals = {
  REPORT_RANGE: { code: 422, msg: '结束日期不能早于开始日期，一次最多统计三年' },
  REVENUE_RANGE: { code: 422, msg: '结束日期不能早于开始日期，一次最多查看 366 天' },
} as const satisfies RefusalTable
