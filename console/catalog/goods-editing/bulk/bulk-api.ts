import { sendEncoded } from '#console/platform/sessions/session.ts'
import { consoleGoodsBulkEndpoints } from '#contract/catalog/goods-bulk/console-api.ts'
import type { GoodsBulkEdit } from '#contract/catalog/goods-bulk/shapes.ts'
import { createApiClient } from '#contract/platform/core/client.ts'

export const goodsBulkApi = createApiClient(consoleGoodsBulkEndpoints, sendEncoded)

/** Whether the server is working on it. */
export const isGoodsBulkRunning = ({ state }: Pick<GoodsBulkEdit, 'state'>): boolean =>
  state === 'trying' || state === 'applying' || state === 'undoing'

/** The polling interval while the server works on a bulk edit. */
const EVERY_MS = 1_000

/** One bulk edit. It is polled while the server works on it. */
export const goodsBulkQuery = (id: string) => ({
  queryKey: ['goodsBulk', 'state', id] as const,
  queryFn: () => goodsBulkApi.state({ id }),
  refetchInterval: ({ state: { data } }: { state: { data?: GoodsBulkEdit | undefined } }) =>
    data && isGoodsBulkRunning(data) ? EVERY_MS : (false as const),
})
