import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { quickOrderEndpoints } from '#contract/orders/quick-order/api.ts'
import { connect } from '#contract/platform/core/client.ts'
import { send } from '#storefront/platform/sessions/send.ts'
import type { DraftRow } from './draft.ts'
import { rowsToMatch } from './quick-view.ts'

const quickApi = connect(quickOrderEndpoints, send)

/** The results of the rows. While they are fetched again, the earlier answer stays visible. */
export const matchQuery = (rows: readonly DraftRow[]) => {
  const asked = rowsToMatch(rows)
  return queryOptions({
    queryKey: ['quick-order', JSON.stringify(asked)],
    queryFn: ({ signal }) => quickApi.match({ rows: asked }, { signal }),
    enabled: asked.length > 0,
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  })
}
