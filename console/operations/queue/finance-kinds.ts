import { getCallWithAccessRule } from '#console/platform/sessions/permissions.ts'

/** The kinds of work for finance: the roles, the list, and the text if nothing waits. */
export const financeWorkQueueKinds = {
  voucher: {
    by: getCallWithAccessRule('voucher/approve'),
    seen: getCallWithAccessRule('voucher/list'),
    idle: '都已审核',
    ways: [{ label: '去审核', to: '/vouchers' as const, search: {} }],
  },
  voucherSecond: {
    by: getCallWithAccessRule('voucher/approve'),
    seen: getCallWithAccessRule('voucher/list'),
    idle: '都已复核',
    ways: [{ label: '去复核', to: '/vouchers' as const, search: { state: 'SECOND' } }],
  },
  bankLine: {
    by: getCallWithAccessRule('bank/assign'),
    seen: getCallWithAccessRule('bank/lines'),
    idle: '都已认领',
    ways: [{ label: '去认领', to: '/bank_lines' as const, search: {} }],
  },
  typedLine: {
    by: getCallWithAccessRule('bank/import-statement'),
    seen: getCallWithAccessRule('bank/lines'),
    idle: '都已由对账单确认',
    ways: [{ label: '去核对', to: '/bank_lines' as const, search: { shown: 'typed' } }],
  },
  valueDay: {
    by: getCallWithAccessRule('value-day/decide'),
    seen: getCallWithAccessRule('value-day/requests'),
    idle: '都已确认',
    ways: [{ label: '去确认', to: '/value_days' as const, search: { state: 'WAIT' } }],
  },
  collection: {
    by: getCallWithAccessRule('collection/note'),
    seen: getCallWithAccessRule('collection/list'),
    idle: '没有待跟进的催收',
    ways: [{ label: '去催收', to: '/collections' as const, search: {} }],
  },
  orderStop: {
    by: getCallWithAccessRule('order-stop/decide'),
    seen: getCallWithAccessRule('order-stop/list'),
    idle: '都已复核',
    ways: [{ label: '去复核', to: '/order_stops' as const, search: { state: 'WAIT' } }],
  },
  acceptance: {
    by: getCallWithAccessRule('acceptance/accept'),
    seen: getCallWithAccessRule('acceptance/list'),
    idle: '都已处理',
    ways: [{ label: '去处理', to: '/acceptances' as const, search: { state: 'WAIT' } }],
  },
  acceptanceRequest: {
    by: getCallWithAccessRule('acceptance/decide-honour'),
    seen: getCallWithAccessRule('acceptance/requests'),
    idle: '都已复核',
    ways: [{ label: '去复核', to: '/acceptance_requests' as const, search: { state: 'WAIT' } }],
  },
  dispute: {
    by: getCallWithAccessRule('statement/decide-dispute'),
    seen: getCallWithAccessRule('statement/disputes'),
    idle: '没有异议',
    ways: [{ label: '去处理', to: '/disputes' as const, search: {} }],
  },
  financeRequest: {
    by: getCallWithAccessRule('finance-request/decide'),
    seen: getCallWithAccessRule('finance-request/list'),
    idle: '没有申请',
    ways: [{ label: '去复核', to: '/finance_requests' as const, search: { state: 'WAIT' } }],
  },
  limitRequest: {
    by: getCallWithAccessRule('credit-book/decide-limit'),
    seen: getCallWithAccessRule('credit-book/limit-requests'),
    idle: '都已确认',
    ways: [{ label: '去确认', to: '/limit_requests' as const, search: { state: 'WAIT' } }],
  },
  refundFailed: {
    by: getCallWithAccessRule('payment/retry-refund'),
    seen: getCallWithAccessRule('payment/refunds'),
    idle: '没有异常',
    ways: [{ label: '去重试', to: '/refunds' as const, search: { state: 'FAILED' } }],
  },
  paymentUnclear: {
    by: getCallWithAccessRule('receipt/ask-now'),
    seen: getCallWithAccessRule('receipt/list'),
    idle: '都有结果',
    ways: [{ label: '去核查', to: '/payments' as const, search: {} }],
  },
  difference: {
    by: getCallWithAccessRule('reconciliation/answer'),
    seen: getCallWithAccessRule('reconciliation/differences'),
    idle: '三方一致',
    ways: [{ label: '去答复', to: '/differences' as const, search: { state: 'OPEN' } }],
  },
  proofBroken: {
    by: getCallWithAccessRule('proof/run'),
    seen: getCallWithAccessRule('proof/latest'),
    idle: '全部成立',
    ways: [{ label: '去查看', to: '/proof' as const, search: {} }],
  },
  invoice: {
    by: getCallWithAccessRule('invoice/approve'),
    seen: getCallWithAccessRule('invoice/list'),
    idle: '都已审核',
    ways: [{ label: '去审核', to: '/invoices' as const, search: { queue: 'decide' } }],
  },
  invoiceUncoded: {
    by: getCallWithAccessRule('tax-code/set-goods'),
    seen: getCallWithAccessRule('tax-code/goods'),
    idle: '都有编码',
    ways: [{ label: '去设置', to: '/tax_codes' as const, search: { uncoded: '1' } }],
  },
  invoiceFailed: {
    by: getCallWithAccessRule('invoice/retry'),
    seen: getCallWithAccessRule('invoice/list'),
    idle: '没有失败',
    ways: [{ label: '去处理', to: '/invoices' as const, search: { queue: 'failed' } }],
  },
  invoiceRed: {
    by: getCallWithAccessRule('invoice/retry-red'),
    seen: getCallWithAccessRule('invoice/list'),
    idle: '都已红冲',
    ways: [{ label: '去红冲', to: '/invoices' as const, search: { queue: 'red' } }],
  },
}
