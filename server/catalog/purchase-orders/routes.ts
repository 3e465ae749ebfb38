import type { consolePurchaseOrderEndpoints } from '#contract/catalog/purchase-orders/api.ts'
import type { Handlers } from '#server/platform/http/context.ts'
import {
  cancelPurchaseOrder,
  closePartlyReceivedPurchaseOrder,
  placePurchaseOrder,
  savePurchaseOrderDraft,
  updateExpectedDay,
} from './change-purchase-order.ts'
import { recordGoodsReceipt, reverseGoodsReceipt } from './goods-receipts.ts'
import { listPurchaseOrders, readPurchaseOrder } from './purchase-order-store.ts'
import { listCurrentCostsOfStaffSkus } from './sku-costs.ts'

/** 采购单: what the mall orders from suppliers, and what of it came. */
export const consolePurchaseOrderHandlers: Handlers<typeof consolePurchaseOrderEndpoints> = {
  list: (input, { db, caller: { staffId }, moment }) => listPurchaseOrders(db, moment, input, staffId),
  detail: ({ id }, { db, caller: { staffId } }) => readPurchaseOrder(db, { id, staffId }),
  costs: (input, { db, caller: { staffId } }) => listCurrentCostsOfStaffSkus(db, input, staffId),
  save: (given, { caller: { staffId }, moment, write }) =>
    write(async (tx) => ({ id: await savePurchaseOrderDraft(tx, moment, { ...given, staffId }) })),
  place: async (given, { caller: { staffId }, moment, write }) => {
    await write((tx) => placePurchaseOrder(tx, moment, { ...given, staffId }))
    return null
  },
  setExpectedDay: async (given, { caller: { staffId }, moment, write }) => {
    await write((tx) => updateExpectedDay(tx, moment, { ...given, staffId }))
    return null
  },
  cancel: async ({ id }, { caller: { staffId }, moment, write }) => {
    await write((tx) => cancelPurchaseOrder(tx, moment, { id, staffId }))
    return null
  },
  closeShort: async (given, { caller: { staffId }, moment, write }) => {
    await write((tx) => closePartlyReceivedPurchaseOrder(tx, moment, { ...given, staffId }))
    return null
  },
  receive: (given, { caller: { staffId }, moment, write }) =>
    write(async (tx) => ({ receiptNo: await recordGoodsReceipt(tx, moment, { ...given, staffId }) })),
  reverse: (given, { caller: { staffId }, moment, write }) =>
    write(async (tx) => ({ receiptNo: await reverseGoodsReceipt(tx, moment, { ...given, staffId }) })),
}
