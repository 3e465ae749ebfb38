import { consoleBankEndpoints } from '#contract/billing/bank/console-api.ts'
import { consoleValueDayEndpoints } from '#contract/billing/bank/value-day-api.ts'
import { consoleVoucherEndpoints } from '#contract/billing/bank/voucher-api.ts'
import { consoleCreditAccountEndpoints } from '#contract/billing/finance/credit-api.ts'
import { consoleIncomingPaymentEndpoints } from '#contract/billing/finance/incoming-payments-api.ts'
import { consoleLedgerProofEndpoints } from '#contract/billing/finance/proof-api.ts'
import { consoleReconciliationEndpoints } from '#contract/billing/finance/reconciliation-api.ts'
import { financeReadAccess, financeWriteAccess } from '#contract/billing/finance/roles.ts'
import { consoleInvoiceEndpoints } from '#contract/billing/invoices/console-api.ts'
import { consoleTaxCodeEndpoints } from '#contract/catalog/goods/tax-api.ts'
import { consoleRefundAndReconcileEndpoints } from '#contract/money/payments/api.ts'
import { consoleAcceptanceBillEndpoints } from '#contract/money/statements/console-acceptance-api.ts'
import { consoleStatementEndpoints, consoleWaiverOrWriteOffEndpoints } from '#contract/money/statements/console-api.ts'
import { addAuditorToAccessRule } from '#contract/platform/core/permissions.ts'

/** The kinds of work for finance: the roles, the list, and the text if nothing waits. */
export const financeWorkQueueKinds = {
  voucher: {
    by: consoleVoucherEndpoints.approve,
    seen: consoleVoucherEndpoints.list,
    idle: '都已审核',
    ways: [{ label: '去审核', to: '/vouchers' as const, search: {} }],
  },
  voucherSecond: {
    by: consoleVoucherEndpoints.approve,
    seen: consoleVoucherEndpoints.list,
    idle: '都已复核',
    ways: [{ label: '去复核', to: '/vouchers' as const, search: { state: 'SECOND' } }],
  },
  bankLine: {
    by: consoleBankEndpoints.assign,
    seen: consoleBankEndpoints.lines,
    idle: '都已认领',
    ways: [{ label: '去认领', to: '/bank_lines' as const, search: {} }],
  },
  typedLine: {
    by: consoleBankEndpoints.importStatement,
    seen: consoleBankEndpoints.lines,
    idle: '都已由对账单确认',
    ways: [{ label: '去核对', to: '/bank_lines' as const, search: { shown: 'typed' } }],
  },
  valueDay: {
    by: consoleValueDayEndpoints.decide,
    seen: consoleValueDayEndpoints.requests,
    idle: '都已确认',
    ways: [{ label: '去确认', to: '/value_days' as const, search: { state: 'WAIT' } }],
  },
  collection: {
    by: { needs: financeWriteAccess },
    seen: { needs: addAuditorToAccessRule(financeReadAccess) },
    idle: '没有待跟进的催收',
    ways: [{ label: '去催收', to: '/collections' as const, search: {} }],
  },
  orderStop: {
    by: { needs: financeWriteAccess },
    seen: { needs: addAuditorToAccessRule(financeReadAccess) },
    idle: '都已复核',
    ways: [{ label: '去复核', to: '/order_stops' as const, search: { state: 'WAIT' } }],
  },
  acceptance: {
    by: consoleAcceptanceBillEndpoints.accept,
    seen: consoleAcceptanceBillEndpoints.list,
    idle: '都已处理',
    ways: [{ label: '去处理', to: '/acceptances' as const, search: { state: 'WAIT' } }],
  },
  acceptanceRequest: {
    by: consoleAcceptanceBillEndpoints.decideHonour,
    seen: consoleAcceptanceBillEndpoints.requests,
    idle: '都已复核',
    ways: [{ label: '去复核', to: '/acceptance_requests' as const, search: { state: 'WAIT' } }],
  },
  dispute: {
    by: consoleStatementEndpoints.decideDispute,
    seen: consoleStatementEndpoints.disputes,
    idle: '没有异议',
    ways: [{ label: '去处理', to: '/disputes' as const, search: {} }],
  },
  financeRequest: {
    by: consoleWaiverOrWriteOffEndpoints.decide,
    seen: consoleWaiverOrWriteOffEndpoints.list,
    idle: '没有申请',
    ways: [{ label: '去复核', to: '/finance_requests' as const, search: { state: 'WAIT' } }],
  },
  limitRequest: {
    by: consoleCreditAccountEndpoints.decideLimit,
    seen: consoleCreditAccountEndpoints.limitRequests,
    idle: '都已确认',
    ways: [{ label: '去确认', to: '/limit_requests' as const, search: { state: 'WAIT' } }],
  },
  refundFailed: {
    by: consoleRefundAndReconcileEndpoints.retryRefund,
    seen: consoleRefundAndReconcileEndpoints.refunds,
    idle: '没有异常',
    ways: [{ label: '去重试', to: '/refunds' as const, search: { state: 'FAILED' } }],
  },
  paymentUnclear: {
    by: consoleIncomingPaymentEndpoints.askNow,
    seen: consoleIncomingPaymentEndpoints.list,
    idle: '都有结果',
    ways: [{ label: '去核查', to: '/payments' as const, search: {} }],
  },
  difference: {
    by: consoleReconciliationEndpoints.answer,
    seen: consoleReconciliationEndpoints.differences,
    idle: '三方一致',
    ways: [{ label: '去答复', to: '/differences' as const, search: { state: 'OPEN' } }],
  },
  proofBroken: {
    by: consoleLedgerProofEndpoints.run,
    seen: consoleLedgerProofEndpoints.latest,
    idle: '全部成立',
    ways: [{ label: '去查看', to: '/proof' as const, search: {} }],
  },
  invoice: {
    by: consoleInvoiceEndpoints.approve,
    seen: consoleInvoiceEndpoints.list,
    idle: '都已审核',
    ways: [{ label: '去审核', to: '/invoices' as const, search: { queue: 'decide' } }],
  },
  invoiceUncoded: {
    by: consoleTaxCodeEndpoints.setGoods,
    seen: consoleTaxCodeEndpoints.goods,
    idle: '都有编码',
    ways: [{ label: '去设置', to: '/tax_codes' as const, search: { uncoded: '1' } }],
  },
  invoiceFailed: {
    by: consoleInvoiceEndpoints.retry,
    seen: consoleInvoiceEndpoints.list,
    idle: '没有失败',
    ways: [{ label: '去处理', to: '/invoices' as const, search: { queue: 'failed' } }],
  },
  invoiceRed: {
    by: consoleInvoiceEndpoints.retryRed,
    seen: consoleInvoiceEndpoints.list,
    idle: '都已红冲',
    ways: [{ label: '去红冲', to: '/invoices' as const, search: { queue: 'red' } }],
  },
}
