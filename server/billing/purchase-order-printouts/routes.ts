import type { consolePurchaseOrderPrintoutEndpoints } from '#contract/catalog/purchase-orders/api.ts'
import { purchaseOrderLifecycle } from '#contract/catalog/purchase-orders/purchase-order-lifecycle.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { renderPdfOnWorker } from '#server/adapters/pdf/public.ts'
import { readMallParty, readPartyStampPicture } from '#server/billing/documents/public.ts'
import { readPurchaseOrder } from '#server/catalog/purchase-orders/public.ts'
import { type Handlers, recordViewInAuditLog } from '#server/platform/http/context.ts'
import { buildPurchaseOrderPrintoutContent, layOutPurchaseOrder } from './purchase-order-printout.ts'

export const consolePurchaseOrderPrintoutHandlers: Handlers<typeof consolePurchaseOrderPrintoutEndpoints> = {
  /** Prints a placed order. Refuses PURCHASE_ORDER_NOT_FOUND, and PURCHASE_ORDER_STATE for one that nobody has placed. */
  print: async ({ id }, context) => {
    const { db, caller } = context
    const { order, lines } = await readPurchaseOrder(db, { id, staffId: caller.staffId })
    if (order.state === 'DRAFT' || order.state === 'CANCELLED')
      refuse('PURCHASE_ORDER_STATE', { msg: `采购单${purchaseOrderLifecycle.states[order.state].label}，下单后才能打印` })
    const buyer = await readMallParty(db)
    const stamp = await readPartyStampPicture(db, buyer)
    const bytes = await renderPdfOnWorker(layOutPurchaseOrder(buildPurchaseOrderPrintoutContent(buyer, order, lines), stamp))
    await recordViewInAuditLog(context, { action: 'download purchase order', objectKind: 'purchase order', objectId: order.orderNo })
    return { type: 'application/pdf', name: `采购单-${order.orderNo}.pdf`, bytes }
  },
}
