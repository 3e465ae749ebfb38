import { invalidatedBySku } from '#console/catalog/goods/skus-api.ts'
import type { TagTone } from '#console/platform/components/tag.tsx'
import { sendConsoleRequest } from '#console/platform/sessions/session.ts'
import { consoleStockTransferEndpoints } from '#contract/catalog/stock-transfers/api.ts'
import type { StockTransferState } from '#contract/catalog/stock-transfers/stock-transfer-lifecycle.ts'
import { createApiClient } from '#contract/platform/core/client.ts'

export const stockTransferApi = createApiClient(consoleStockTransferEndpoints, sendConsoleRequest)

export const stockTransferQuery = (id: string) => ({
  queryKey: ['stock-transfer', 'detail', id] as const,
  queryFn: () => stockTransferApi.detail({ id }),
})

/** Invalidates the queries that a change of a transfer affects: the stock of SKUs and of warehouses, and what is sold out, as well. */
export const invalidatedByStockTransfer = [['stock-transfer'], ...invalidatedBySku] as const

export const stockTransferTones: Record<StockTransferState, TagTone> = { DRAFT: 'over', SENT: 'wait', RECEIVED: 'good', CANCELLED: 'over' }
