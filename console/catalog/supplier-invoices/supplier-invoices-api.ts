import type { TagTone } from '#console/platform/components/tag.tsx'
import { sendConsoleRequest } from '#console/platform/sessions/session.ts'
import { consoleSupplierInvoiceEndpoints } from '#contract/catalog/supplier-invoices/api.ts'
import type { SupplierInvoiceState } from '#contract/catalog/supplier-invoices/supplier-invoice-lifecycle.ts'
import { createApiClient } from '#contract/platform/core/client.ts'

export const supplierInvoiceApi = createApiClient(consoleSupplierInvoiceEndpoints, sendConsoleRequest)

export const supplierInvoiceQuery = (id: string) => ({
  queryKey: ['supplierInvoice', 'detail', id] as const,
  queryFn: () => supplierInvoiceApi.detail({ id }),
})

/** The query for what a supplier, or one order of it, can invoice. */
export const uninvoicedLinesQuery = (asked: { supplierId: string; purchaseOrderId?: string | undefined }) => ({
  queryKey: ['supplierInvoice', 'uninvoicedLines', asked.supplierId, asked.purchaseOrderId ?? ''] as const,
  queryFn: () => supplierInvoiceApi.uninvoicedLines(asked),
})

/** Invalidates the queries that a step of an invoice affects: orders show what is invoiced of them, and the queue how many wait. */
export const invalidatedBySupplierInvoice = [['supplierInvoice'], ['purchaseOrder'], ['queue']] as const

export const supplierInvoiceTones: Record<SupplierInvoiceState, TagTone> = {
  DIFFERENT: 'bad',
  RETURNED: 'wait',
  MATCHED: 'good',
  ACCEPTED: 'good',
  VOID: 'over',
}
