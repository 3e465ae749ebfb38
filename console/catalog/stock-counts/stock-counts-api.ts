import { queryOptions } from '@tanstack/react-query'
import { invalidatedBySku } from '#console/catalog/goods/skus-api.ts'
import type { TagTone } from '#console/platform/components/tag.tsx'
import { sendConsoleRequest } from '#console/platform/sessions/session.ts'
import { consoleStockCountEndpoints, consoleStockCountPrintoutEndpoints } from '#contract/catalog/stock-counts/api.ts'
import type { StockCountState } from '#contract/catalog/stock-counts/stock-count-lifecycle.ts'
import { createApiClient } from '#contract/platform/core/client.ts'

export const stockCountApi = createApiClient(consoleStockCountEndpoints, sendConsoleRequest)
export const stockCountPrintoutApi = createApiClient(consoleStockCountPrintoutEndpoints, sendConsoleRequest)

export const stockCountQuery = (id: string) => ({
  queryKey: ['stock-count', 'detail', id] as const,
  queryFn: () => stockCountApi.detail({ id }),
})

export const stockCountEntryQuery = (id: string) =>
  queryOptions({ queryKey: ['stock-count', 'entry', id] as const, queryFn: () => stockCountApi.entry({ id }) })

/** Invalidates the queries that show a sheet, or how many wait. */
export const invalidatedByStockCount = [['stock-count'], ['queue']] as const
/** The same for its posting, which changes the stock of SKUs as well. */
export const invalidatedByPosting = [...invalidatedByStockCount, ...invalidatedBySku] as const

export const stockCountTones: Record<StockCountState, TagTone> = { OPEN: 'way', COUNTED: 'wait', APPROVED: 'good', CANCELLED: 'over' }
