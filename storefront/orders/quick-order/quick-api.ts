import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { quickOrderEndpoints } from '#contract/orders/quick-order/api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'
import { sendOrHoldUntilLogin } from '#storefront/platform/sessions/send.ts'
import type { QuickOrderDraftRow } from './draft.ts'
import { toRowInputsNotYetOrdered } from './quick-view.ts'

const quickApi = createApiClient(quickOrderEndpoints, sendOrHoldUntilLogin)

/** The results of the rows. While they are fetched again, the earlier answer stays visible. */
export const quickOrderRowResultsQuery = (rows: readonly QuickOrderDraftRow[]) => {
  const asked = toRowInputsNotYetOrdered(rows)
  return queryOptions({
    queryKey: ['quick-order', JSON.stringify(asked)],
    queryFn: ({ signal }) => quickApi.match({ rows: asked }, { signal }),
    enabled: asked.length > 0,
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  })
}
