import type { TagTone } from '#console/platform/components/tag.tsx'
import { sendConsoleRequest } from '#console/platform/sessions/session.ts'
import { consolePurchaseOrderEndpoints, consolePurchaseOrderPrintoutEndpoints } from '#contract/catalog/purchase-orders/api.ts'
import type { PurchaseOrderState } from '#contract/catalog/purchase-orders/purchase-order-lifecycle.ts'
import { createApiClient } from '#contract/platform/core/client.ts'

export const purchaseOrderApi = createApiClient(consolePurchaseOrderEndpoints, sendConsoleRequest)
export const purchaseOrderPrintoutApi = createApiClient(consolePurchaseOrderPrintoutEndpoints, sendConsoleRequest)

export const purchaseOrderQuery = (id: string) => ({
  queryKey: ['purchaseOrder', 'detail', id] as const,
  queryFn: () => purchaseOrderApi.detail({ id }),
})

/** Invalidates the queries that a change of a purchase order affects; a receipt also changes the stock, and what can be invoiced. */
export const invalidatedByPurchaseOrder = [['purchaseOrder'], ['sku'], ['stock'], ['batch'], ['supplierInvoice']] as const

export const purchaseOrderTones: Record<PurchaseOrderState, TagTone> = {
  DRAFT: 'over',
  ORDERED: 'wait',
  RECEIVED: 'good',
  CANCELLED: 'over',
}
