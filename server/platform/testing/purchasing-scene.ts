import { expect } from 'vitest'
import { computeInvoicedAmounts } from '#contract/catalog/supplier-invoices/match-line.ts'
import { sum } from '#contract/platform/core/money.ts'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { type Mall, yuanTextToFen } from './mall.ts'

/**
 * A supplier, an order that came in two parts, of which one was taken back and came again, and two invoices: one that matches, and one with a
 * difference.
 */
export async function createPurchasingTestData(mall: Mall): Promise<{ orderId: string; skuId: string; supplierId: string }> {
  const admin = await mall.staff('admin')
  const skuId = await mall.createSku('进货的截齿')
  const { code } = await mall.db.selectFrom('sku').select('code').where('id', '=', skuId).executeTakeFirstOrThrow()
  const { consoleSupplier, consolePurchaseOrder } = admin.api
  const { supplierId } = await consoleSupplier.save({
    name: '株洲硬质合金',
    creditCode: '',
    contactName: '周敏',
    contactPhone: '',
    paymentTerms: '月结 30 天',
    leadDays: 7,
    active: true,
  })
  const lines = [{ skuCode: code, quantity: 30, price: yuanTextToFen('11.30') }]
  const { id } = await consolePurchaseOrder.save({ supplierId, taxRate: 1_300, expectedDay: null, note: '', lines })
  await consolePurchaseOrder.place({ id, rowVersion: 0 })
  for (const quantity of [10, 20]) await consolePurchaseOrder.receive({ id, lines: [{ lineNo: 1, quantity }] })
  await consolePurchaseOrder.reverse({ id, receiptNo: 1, reason: '入错仓' })
  await consolePurchaseOrder.receive({ id, lines: [{ lineNo: 1, quantity: 10 }] })
  expect((await consolePurchaseOrder.detail({ id })).order.state).toBe('RECEIVED')
  const invoiceLine = { purchaseOrderId: id, orderLineNo: 1, taxRate: 1_300 }
  const head = { supplierId, invoiceCode: '', invoicedOn: toShanghaiDay(mall.clock.now), note: '' }
  const states: string[] = []
  for (const [at, quantity, yuan] of [
    [1, 20, '11.30'],
    [2, 5, '22.60'],
  ] as const) {
    const price = yuanTextToFen(yuan)
    const { net, tax } = computeInvoicedAmounts({ price, quantity, taxRate: 1_300 })
    const line = Object.assign({ price, quantity, net, tax }, invoiceLine)
    const typed = { invoiceNumber: `2644200000000000000${at}`, net, tax, total: sum([net, tax]), lines: [line] }
    states.push((await admin.api.consoleSupplierInvoice.create({ ...head, ...typed })).state)
  }
  expect(states).toEqual(['MATCHED', 'DIFFERENT'])
  return { orderId: id, skuId, supplierId }
}

/** How each invariant of purchasing would be broken, and how it is repaired. */
export const purchasingBreakages: Record<string, readonly [harm: string, mend: string]> = {
  'I-50': ['update purchase_order set total_fen = total_fen + 1', 'update purchase_order set total_fen = total_fen - 1'],
  'I-50b': [
    'update goods_receipt_line set quantity = quantity - 1 where quantity < 0',
    'update goods_receipt_line set quantity = quantity + 1 where quantity < 0',
  ],
  'I-51': ['update sku_cost set after_fen = after_fen + 1', 'update sku_cost set after_fen = after_fen - 1'],
  'I-51b': [
    "update sku_stock set restock_days = '{2001-01-01}' where restock_days = '{}'",
    "update sku_stock set restock_days = '{}' where restock_days = '{2001-01-01}'",
  ],
  'I-60': [
    'update purchase_order_line set invoiced = invoiced - 1 where invoiced > 0',
    'update purchase_order_line set invoiced = invoiced + 1 where invoiced > 0',
  ],
  'I-60b': [
    'update supplier_invoice set net_fen = net_fen + 1, total_fen = total_fen + 1',
    'update supplier_invoice set net_fen = net_fen - 1, total_fen = total_fen - 1',
  ],
}
