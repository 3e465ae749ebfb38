import { dayFilter, flagFilter, tabsFilter, textFilter } from '#console/platform/components/list/filters.ts'
import type { CaseQueue } from '#console/platform/components/next-case/case-queue.ts'
import { purchaseOrderLifecycle } from '#contract/catalog/purchase-orders/purchase-order-lifecycle.ts'
import { type PurchaseOrder, PurchaseOrderNo } from '#contract/catalog/purchase-orders/shapes.ts'
import { Day, Text } from '#contract/platform/core/fields.ts'
import { purchaseOrderApi } from './purchase-orders-api.ts'

export const purchaseOrderFilters = {
  state: tabsFilter('状态', purchaseOrderLifecycle.states),
  orderNo: textFilter('采购单号', PurchaseOrderNo, 'CG 加 12 位数字'),
  due: flagFilter('到期未到货'),
  supplier: textFilter('供应商', Text(60), '供应商名称'),
  dateFrom: dayFilter('制单日期', Day),
  dateTo: dayFilter('至', Day),
}

/** The orders whose promised day has come before their goods, the longest first. */
export const duePurchaseOrderQueue: CaseQueue<typeof purchaseOrderFilters, PurchaseOrder> = {
  list: '/purchase_orders',
  screen: '/purchase_order',
  fields: purchaseOrderFilters,
  rows: (input, options) => purchaseOrderApi.list(input, options),
  waits: { by: 'due', for: ['1'] },
  queryKey: ['purchaseOrder'],
  id: ({ id }) => id,
  at: ({ id }) => ({ id }),
}
