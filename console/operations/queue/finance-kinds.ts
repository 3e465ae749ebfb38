import { consoleCall } from '#console/platform/sessions/permissions.ts'

/** The kinds of work for finance: the roles, the list, and the text if nothing waits. */
export const financeWorkQueueKinds = {
  voucher: {
    by: consoleCall('voucher/approve'),
    seen: consoleCall('voucher/list'),
    idle: '都已审核',
    ways: [{ label: '去审核', to: '/vouchers' as const, search: {} }],
  },
  voucherSecond: {
    by: consoleCall('voucher/approve'),
    seen: consoleCall('voucher/list'),
    idle: '都已复核',
    ways: [{ label: '去复核', to: '/vouchers' as const, search: { state: 'SECOND' } }],
  },
  bankLine: {
    by: consoleCall('bank/assign'),
    seen: consoleCall('bank/lines'),
    idle: '都已认领',
    ways: [{ label: '去认领', to: '/bank_lines' as const, search: {} }],
  },
  typedLine: {
    by: consoleCall('bank/import-statement'),
    seen: consoleCall('bank/lines'),
    idle: '都已由对账单确认',
    ways: [{ label: '去核对', to: '/bank_lines' as const, search: { shown: 'typed' } }],
  },
  valueDay: {
    by: consoleCall('value-day/decide'),
    seen: consoleCall('value-day/requests'),
    idle: '都已确认',
    ways: [{ label: '去确认', to: '/value_days' as const, search: { state: 'WAIT' } }],
  },
  collection: {
    by: consoleCall('collection/note'),
    seen: consoleCall('collection/list'),
    idle: '没有待跟进的催收',
    ways: [{ label: '去催收', to: '/collections' as const, search: {} }],
  },
  orderStop: {
    by: consoleCall('order-stop/decide'),
    seen: consoleCall('order-stop/list'),
    idle: '都已复核',
    ways: [{ label: '去复核', to: '/order_stops' as const, search: { state: 'WAIT' } }],
  },
  acceptance: {
    by: consoleCall('acceptance/accept'),
    seen: consoleCall('acceptance/list'),
    idle: '都已处理',
    ways: [{ label: '去处理', to: '/acceptances' as const, search: { state: 'WAIT' } }],
  },
  acceptanceRequest: {
    by: consoleCall('acceptance/decide-honour'),
    seen: consoleCall('acceptance/requests'),
    idle: '都已复核',
    ways: [{ label: '去复核', to: '/acceptance_requests' as const, search: { state: 'WAIT' } }],
  },
  dispute: {
    by: consoleCall('statement/decide-dispute'),
    seen: consoleCall('statement/disputes'),
    idle: '没有异议',
    ways: [{ label: '去处理', to: '/disputes' as const, search: {} }],
  },
  financeRequest: {
    by: consoleCall('finance-request/decide'),
    seen: consoleCall('finance-request/list'),
    idle: '没有申请',
    ways: [{ label: '去复核', to: '/finance_requests' as const, search: { state: 'WAIT' } }],
  },
  limitRequest: {
    by: consoleCall('credit-book/decide-limit'),
    seen: consoleCall('credit-book/limit-requests'),
    idle: '都已确认',
    ways: [{ label: '去确认', to: '/limit_requests' as const, search: { state: 'WAIT' } }],
  },
  refundFailed: {
    by: consoleCall('payment/retry-refund'),
    seen: consoleCall('payment/refunds'),
    idle: '没有异常',
    ways: [{ label: '去重试', to: '/refunds' as const, search: { state: 'FAILED' } }],
  },
  paymentUnclear: {
    by: consoleCall('receipt/ask-now'),
    seen: consoleCall('receipt/list'),
    idle: '都有结果',
    ways: [{ label: '去核查', to: '/payments' as const, search: {} }],
  },
  difference: {
    by: consoleCall('reconciliation/answer'),
    seen: consoleCall('reconciliation/differences'),
    idle: '三方一致',
    ways: [{ label: '去答复', to: '/differences' as const, search: { state: 'OPEN' } }],
  },
  proofBroken: {
    by: consoleCall('proof/run'),
    seen: consoleCall('proof/latest'),
    idle: '全部成立',
    ways: [{ label: '去查看', to: '/proof' as const, search: {} }],
  },
  invoice: {
    by: consoleCall('invoice/approve'),
    seen: consoleCall('invoice/list'),
    idle: '都已审核',
    ways: [{ label: '去审核', to: '/invoices' as const, search: { queue: 'decide' } }],
  },
  invoiceUncoded: {
    by: consoleCall('tax-code/set-goods'),
    seen: consoleCall('tax-code/goods'),
    idle: '都有编码',
    ways: [{ label: '去设置', to: '/tax_codes' as const, search: { uncoded: '1' } }],
  },
  invoiceFailed: {
    by: consoleCall('invoice/retry'),
    seen: consoleCall('invoice/list'),
    idle: '没有失败',
    ways: [{ label: '去处理', to: '/invoices' as const, search: { queue: 'failed' } }],
  },
  invoiceRed: {
    by: consoleCall('invoice/retry-red'),
    seen: consoleCall('invoice/list'),
    idle: '都已红冲',
    ways: [{ label: '去红冲', to: '/invoices' as const, search: { queue: 'red' } }],
  },
}
