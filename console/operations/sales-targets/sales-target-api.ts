import { formatBasisPointsAsPercent } from '#console/platform/components/figures.tsx'
import { sendConsoleRequest } from '#console/platform/sessions/session.ts'
import { computeReachedShareInBasisPoints, consoleSalesTargetEndpoints } from '#contract/operations/sales-targets/api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'

export const salesTargetApi = createApiClient(consoleSalesTargetEndpoints, sendConsoleRequest)

export const SALES_TARGET_QUERY_KEY = ['sales-target'] as const

/** Says that the figures are of some shops alone; empty: they are of all. */
export const formatShopsOfFigures = (limitedToShops: boolean): string => (limitedToShops ? '仅统计您负责的店铺' : '')

/** 75.0%; '未设目标' without a target. */
export function formatReachedShare(reached: number, target: number): string {
  const share = computeReachedShareInBasisPoints(reached, target)
  return share === null ? '未设目标' : formatBasisPointsAsPercent(share)
}
