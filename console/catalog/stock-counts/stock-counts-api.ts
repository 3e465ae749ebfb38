import { queryOptions } from '@tanstack/react-query'
import { invalidatedBySku } from '#console/catalog/goods/skus-api.ts'
import { pickFilter, tabsFilter, textFilter } from '#console/platform/components/list/filters.ts'
import type { CaseQueue } from '#console/platform/components/next-case/case-queue.ts'
import type { TagTone } from '#console/platform/components/tag.tsx'
import { sendConsoleRequest } from '#console/platform/sessions/session.ts'
import { consoleStockCountEndpoints, consoleStockCountPrintoutEndpoints } from '#contract/catalog/stock-counts/api.ts'
import { type StockCount, StockCountNo } from '#contract/catalog/stock-counts/shapes.ts'
import { type StockCountState, stockCountLifecycle } from '#contract/catalog/stock-counts/stock-count-lifecycle.ts'
import { createApiClient } from '#contract/platform/core/client.ts'
import { Id } from '#contract/platform/core/fields.ts'

export const stockCountApi = createApiClient(consoleStockCountEndpoints, sendConsoleRequest)
export const stockCountPrintoutApi = createApiClient(consoleStockCountPrintoutEndpoints, sendConsoleRequest)

export const stockCountQuery = (id: string) => ({
  queryKey: ['stock-count', 'detail', id] as const,
  queryFn: () => stockCountApi.detail({ id }),
})

export const stockCountEntryQuery = (id: string) =>
  queryOptions({ queryKey: ['stock-count', 'entry', id] as const, queryFn: () => stockCountApi.entry({ id }) })

export const stockCountFilters = {
  state: tabsFilter('状态', stockCountLifecycle.states),
  warehouseId: pickFilter('仓库', Id),
  countNo: textFilter('盘点单号', StockCountNo, 'PD 加 12 位数字'),
}

/** The sheets that wait to be posted. Whoever has submitted one does not post it. */
export const stockCountQueue: CaseQueue<typeof stockCountFilters, StockCount> = {
  list: '/stock_counts',
  screen: '/stock_count',
  fields: stockCountFilters,
  rows: (input, options) => stockCountApi.list(input, options),
  waits: { by: 'state', for: ['COUNTED'] },
  queryKey: ['stock-count', 'list'],
  id: ({ id }) => id,
  at: ({ id }) => ({ id }),
  isOthers: ({ submittedBy }, { name }) => submittedBy === name,
}

/** Invalidates the queries that show a sheet, or how many wait. */
export const invalidatedByStockCount = [['stock-count'], ['queue']] as const
/** The same for its posting, which changes the stock of SKUs as well. */
export const invalidatedByPosting = [...invalidatedByStockCount, ...invalidatedBySku] as const

export const stockCountTones: Record<StockCountState, TagTone> = { OPEN: 'way', COUNTED: 'wait', APPROVED: 'good', CANCELLED: 'over' }
