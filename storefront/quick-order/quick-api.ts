import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { connect } from '../../contract/client.ts'
import { quickOrder } from '../../contract/quick-order/api.ts'
import { send } from '../session/send.ts'
import type { DraftRow } from './draft.ts'
import { rowsToMatch } from './quick-view.ts'

const quickApi = connect(quickOrder, send)

/** What became of the rows. While they are asked about anew, the answer before stays. */
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
