import { getCallWithAccessRule } from '#console/platform/sessions/permissions.ts'

/** The kinds of work for those who buy, move and send goods and prepare orders for companies: the list, and the text if nothing waits. */
export const goodsWorkQueueKinds = {
  shipOverdue: {
    seen: getCallWithAccessRule('order/list'),
    idle: '都按时发出',
    ways: [{ label: '去发货', to: '/orders' as const, search: { shipDue: 'overdue' } }],
  },
  proposalEnding: {
    seen: getCallWithAccessRule('order-proposal/list'),
    idle: '没有即将到期的',
    ways: [{ label: '去联系', to: '/proposals' as const, search: { queue: 'ending' } }],
  },
  proposalDeclined: {
    seen: getCallWithAccessRule('order-proposal/list'),
    idle: '近几天没有',
    ways: [{ label: '去了解', to: '/proposals' as const, search: { queue: 'declined' } }],
  },
  waybillUnconfirmed: {
    seen: getCallWithAccessRule('waybill/list'),
    idle: '都已确认',
    ways: [{ label: '去确认', to: '/waybills' as const, search: { unanswered: '1' } }],
  },
  stockLow: {
    seen: getCallWithAccessRule('sku/list'),
    idle: '都高于预警',
    ways: [{ label: '去补货', to: '/skus' as const, search: { belowMark: '1' } }],
  },
  stockTransferLate: {
    seen: getCallWithAccessRule('stock-transfer/list'),
    idle: '都按时到达',
    ways: [{ label: '去收货', to: '/stock_transfers' as const, search: { late: '1' } }],
  },
  purchaseDue: {
    seen: getCallWithAccessRule('purchase-order/list'),
    idle: '都已到货',
    ways: [{ label: '去催货', to: '/purchase_orders' as const, search: { due: '1' } }],
  },
  supplierInvoice: {
    seen: getCallWithAccessRule('supplier-invoice/list'),
    idle: '都已处理',
    ways: [{ label: '去处理', to: '/supplier_invoices' as const, search: { state: 'DIFFERENT' } }],
  },
  supplierInvoiceReturned: {
    seen: getCallWithAccessRule('supplier-invoice/list'),
    idle: '都已更正',
    ways: [{ label: '去更正', to: '/supplier_invoices' as const, search: { state: 'RETURNED' } }],
  },
}
