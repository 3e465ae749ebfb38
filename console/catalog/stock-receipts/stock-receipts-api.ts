import { invalidatedBySku } from '#console/catalog/goods/skus-api.ts'
import type { TagTone } from '#console/platform/components/tag.tsx'
import { sendConsoleRequest } from '#console/platform/sessions/session.ts'
import { consoleStockReceiptEndpoints } from '#contract/catalog/stock-receipts/api.ts'
import type { StockReceiptState } from '#contract/catalog/stock-receipts/shapes.ts'
import { createApiClient } from '#contract/platform/core/client.ts'

export const stockReceiptApi = createApiClient(consoleStockReceiptEndpoints, sendConsoleRequest)

export const stockReceiptQuery = (id: string) => ({
  queryKey: ['stock-receipt', 'detail', id] as const,
  queryFn: () => stockReceiptApi.detail({ id }),
})

/** Invalidates the queries that a receipt affects: the stock of SKUs and of warehouses, what is sold out, and what SKUs cost. */
export const invalidatedByStockReceipt = [['stock-receipt'], ['purchaseOrder'], ...invalidatedBySku] as const

export const stockReceiptTones: Record<StockReceiptState, TagTone> = { posted: 'good', reversed: 'over', counter: 'bad' }
