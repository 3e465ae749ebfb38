import { dayFilter, tabsFilter, textFilter } from '#console/platform/components/list/filters.ts'
import type { CaseQueue } from '#console/platform/components/next-case/case-queue.ts'
import { PurchaseOrderNo } from '#contract/catalog/purchase-orders/shapes.ts'
import { type SupplierInvoice, SupplierInvoiceNumber } from '#contract/catalog/supplier-invoices/shapes.ts'
import { supplierInvoiceLifecycle } from '#contract/catalog/supplier-invoices/supplier-invoice-lifecycle.ts'
import { Day, Text } from '#contract/platform/core/fields.ts'
import { supplierInvoiceApi } from './supplier-invoices-api.ts'

export const supplierInvoiceFilters = {
  state: tabsFilter('状态', supplierInvoiceLifecycle.states),
  invoiceNumber: textFilter('发票号码', SupplierInvoiceNumber, '20 位或 8 位'),
  orderNo: textFilter('采购单号', PurchaseOrderNo, 'CG 加 12 位数字'),
  supplier: textFilter('供应商', Text(60), '供应商名称'),
  dateFrom: dayFilter('开票日期', Day),
  dateTo: dayFilter('至', Day),
}

/** The invoices that wait for a decision, and those that wait to be corrected. Whoever recorded one does not accept it. */
export const supplierInvoiceQueue: CaseQueue<typeof supplierInvoiceFilters, SupplierInvoice> = {
  list: '/supplier_invoices',
  screen: '/supplier_invoice',
  fields: supplierInvoiceFilters,
  rows: (input, options) => supplierInvoiceApi.list(input, options),
  waits: { by: 'state', for: ['DIFFERENT', 'RETURNED'] },
  queryKey: ['supplierInvoice', 'list'],
  id: ({ id }) => id,
  at: ({ id }) => ({ id }),
  isOthers: ({ state, madeBy }, { name }) => state === 'DIFFERENT' && madeBy === name,
}
