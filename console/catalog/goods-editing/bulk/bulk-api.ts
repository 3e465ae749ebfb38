import { sendConsoleRequest } from '#console/platform/sessions/session.ts'
import { consoleGoodsBulkEditEndpoints } from '#contract/catalog/goods-bulk/console-api.ts'
import type { GoodsBulkEdit } from '#contract/catalog/goods-bulk/shapes.ts'
import { createApiClient } from '#contract/platform/core/client.ts'

export const goodsBulkEditApi = createApiClient(consoleGoodsBulkEditEndpoints, sendConsoleRequest)

/** Whether the server is working on it. */
export const isGoodsBulkEditRunning = ({ state }: Pick<GoodsBulkEdit, 'state'>): boolean =>
  state === 'trying' || state === 'applying' || state === 'undoing'

/** The polling interval while the server works on a bulk edit. */
const EVERY_MS = 1_000

/** One bulk edit. It is polled while the server works on it. */
export const goodsBulkEditQuery = (id: string) => ({
  queryKey: ['goodsBulk', 'state', id] as const,
  queryFn: () => goodsBulkEditApi.state({ id }),
  refetchInterval: ({ state: { data } }: { state: { data?: GoodsBulkEdit | undefined } }) =>
    data && isGoodsBulkEditRunning(data) ? EVERY_MS : (false as const),
})
