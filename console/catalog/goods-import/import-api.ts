import { sendConsoleRequest } from '#console/platform/sessions/session.ts'
import { consoleGoodsImportEndpoints } from '#contract/catalog/goods-import/console-api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'
import { isGoodsImportRunning } from './import-view.ts'

export const goodsImportApi = createApiClient(consoleGoodsImportEndpoints, sendConsoleRequest)

/** The polling interval while the server works on an import. */
const EVERY_MS = 1_000

/** One import. It is polled while the server works on it. */
export const goodsImportQuery = (id: string) => ({
  queryKey: ['goodsImport', 'state', id] as const,
  queryFn: () => goodsImportApi.state({ id }),
  refetchInterval: ({ state: { data } }: { state: { data?: Parameters<typeof isGoodsImportRunning>[0] | undefined } }) =>
    data && isGoodsImportRunning(data) ? EVERY_MS : (false as const),
})
