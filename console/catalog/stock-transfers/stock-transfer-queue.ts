import { flagFilter, pickFilter, tabsFilter, textFilter } from '#console/platform/components/list/filters.ts'
import type { CaseQueue } from '#console/platform/components/next-case/case-queue.ts'
import { STOCK_TRANSFER_LATE_DAYS, type StockTransfer, StockTransferNo } from '#contract/catalog/stock-transfers/api.ts'
import { stockTransferLifecycle } from '#contract/catalog/stock-transfers/stock-transfer-lifecycle.ts'
import { Id } from '#contract/platform/core/fields.ts'
import { stockTransferApi } from './stock-transfers-api.ts'

export const stockTransferFilters = {
  state: tabsFilter('状态', stockTransferLifecycle.states),
  late: flagFilter(`在途超过 ${STOCK_TRANSFER_LATE_DAYS} 天`),
  warehouseId: pickFilter('仓库', Id),
  transferNo: textFilter('调拨单号', StockTransferNo, 'DB 加 12 位数字'),
}

/** The transfers that are under way for too long, the longest first. */
export const lateStockTransferQueue: CaseQueue<typeof stockTransferFilters, StockTransfer> = {
  list: '/stock_transfers',
  screen: '/stock_transfer',
  fields: stockTransferFilters,
  rows: (input, options) => stockTransferApi.list(input, options),
  waits: { by: 'late', for: ['1'] },
  queryKey: ['stock-transfer'],
  id: ({ id }) => id,
  at: ({ id }) => ({ id }),
}
