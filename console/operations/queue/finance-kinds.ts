import { getCallWithAccessRule } from '#console/platform/sessions/permissions.ts'

/** The kinds of work for finance: the list, and the text if nothing waits. */
export const financeWorkQueueKinds = {
  voucher: {
    seen: getCallWithAccessRule('voucher/list'),
    idle: '都已审核',
    ways: [{ label: '去审核', to: '/vouchers' as const, search: {} }],
  },
  voucherSecond: {
    seen: getCallWithAccessRule('voucher/list'),
    idle: '都已复核',
    ways: [{ label: '去复核', to: '/vouchers' as const, search: { state: 'SECOND' } }],
  },
  bankLine: {
    seen: getCallWithAccessRule('bank/lines'),
    idle: '都已认领',
    ways: [{ label: '去认领', to: '/bank_lines' as const, search: {} }],
  },
  typedLine: {
    seen: getCallWithAccessRule('bank/lines'),
    idle: '都已由对账单确认',
    ways: [{ label: '去核对', to: '/bank_lines' as const, search: { shown: 'typed' } }],
  },
  valueDay: {
    seen: getCallWithAccessRule('value-day/requests'),
    idle: '都已确认',
    ways: [{ label: '去确认', to: '/value_days' as const, search: { state: 'WAIT' } }],
  },
  collection: {
    seen: getCallWithAccessRule('collection/list'),
    idle: '没有待跟进的催收',
    ways: [{ label: '去催收', to: '/collections' as const, search: {} }],
  },
  orderStop: {
    seen: getCallWithAccessRule('order-stop/list'),
    idle: '都已复核',
    ways: [{ label: '去复核', to: '/order_stops' as const, search: { state: 'WAIT' } }],
  },
  acceptance: {
    seen: getCallWithAccessRule('acceptance/list'),
    idle: '都已处理',
    ways: [{ label: '去处理', to: '/acceptances' as const, search: { state: 'WAIT' } }],
  },
  acceptanceRequest: {
    seen: getCallWithAccessRule('acceptance/requests'),
    idle: '都已复核',
    ways: [{ label: '去复核', to: '/acceptance_requests' as const, search: { state: 'WAIT' } }],
  },
  dispute: {
    seen: getCallWithAccessRule('statement/disputes'),
    idle: '没有异议',
    ways: [{ label: '去处理', to: '/disputes' as const, search: {} }],
  },
  financeRequest: {
    seen: getCallWithAccessRule('finance-request/list'),
    idle: '没有申请',
    ways: [{ label: '去复核', to: '/finance_requests' as const, search: { state: 'WAIT' } }],
  },
  limitRequest: {
    seen: getCallWithAccessRule('credit-book/limit-requests'),
    idle: '都已确认',
    ways: [{ label: '去确认', to: '/limit_requests' as const, search: { state: 'WAIT' } }],
  },
  refundFailed: {
    seen: getCallWithAccessRule('payment/refunds'),
    idle: '没有异常',
    ways: [{ label: '去重试', to: '/refunds' as const, search: { state: 'FAILED' } }],
  },
  paymentUnclear: {
    seen: getCallWithAccessRule('receipt/list'),
    idle: '都有结果',
    ways: [{ label: '去核查', to: '/payments' as const, search: { unclear: '1' } }],
  },
  difference: {
    seen: getCallWithAccessRule('reconciliation/differences'),
    idle: '三方一致',
    ways: [{ label: '去答复', to: '/differences' as const, search: { state: 'OPEN' } }],
  },
  proofBroken: {
    seen: getCallWithAccessRule('proof/latest'),
    idle: '全部成立',
    ways: [{ label: '去查看', to: '/proof' as const, search: {} }],
  },
  invoice: {
    seen: getCallWithAccessRule('invoice/list'),
    idle: '都已审核',
    ways: [{ label: '去审核', to: '/invoices' as const, search: { queue: 'decide' } }],
  },
  invoiceUncoded: {
    seen: getCallWithAccessRule('tax-code/goods'),
    idle: '都有编码',
    ways: [{ label: '去设置', to: '/tax_codes' as const, search: { uncoded: '1' } }],
  },
  invoiceFailed: {
    seen: getCallWithAccessRule('invoice/list'),
    idle: '没有失败',
    ways: [{ label: '去处理', to: '/invoices' as const, search: { queue: 'failed' } }],
  },
  invoiceRed: {
    seen: getCallWithAccessRule('invoice/list'),
    idle: '都已红冲',
    ways: [{ label: '去红冲', to: '/invoices' as const, search: { queue: 'red' } }],
  },
}
