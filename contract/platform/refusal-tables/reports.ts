import type { RefusalTable } from './table.ts'

/** Refusals for reports. */
export const reportRefusals = {
  REPORT_RANGE: { code: 422, msg: '结束日期不能早于开始日期，一次最多统计三年' },
} as const satisfies RefusalTable
