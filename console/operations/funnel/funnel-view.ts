import { toOrderListSearchParams } from '#console/operations/reports/report-view.ts'
import { formatBasisPointsAsPercent } from '#console/platform/components/figures.tsx'
import { formatOrDash } from '#console/platform/components/list/columns.tsx'
import { computeFunnelRate, type FunnelCounts, type FunnelStep } from '#contract/operations/funnel/api.ts'
import type { DayRange } from '#contract/platform/core/day-ranges.ts'

/** The share of a step in another: '12.5%'. A dash: it is not known. */
export function formatRate(part: number | null, whole: number | null): string {
  return formatOrDash(computeFunnelRate(part, whole), formatBasisPointsAsPercent)
}

/** The step before each one, whose share is told. */
const stepBefore: Partial<Record<FunnelStep, FunnelStep>> = { viewed: 'visited', added: 'viewed', submitted: 'added', paid: 'submitted' }

/** The share of a step in the one before it; undefined: it is the first. */
export const formatRateOfStep = (step: FunnelStep, counts: FunnelCounts): string | undefined => {
  const before = stepBefore[step]
  return before && formatRate(counts[step], counts[before])
}

/** The address of the orders of a step; undefined: it counts people. */
export function toOrdersOfStep(step: FunnelStep, range: DayRange): Record<string, string> | undefined {
  if (step === 'submitted') return { dateFrom: range.from, dateTo: range.to }
  return step === 'paid' ? toOrderListSearchParams(range, undefined) : undefined
}
