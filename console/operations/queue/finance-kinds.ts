import { consoleBank } from '#contract/billing/bank/console-api.ts'
import { consoleVoucher } from '#contract/billing/bank/voucher-api.ts'
import { consoleCreditBook } from '#contract/billing/finance/credit-api.ts'
import { consoleReceipt } from '#contract/billing/finance/incoming-payments-api.ts'
import { consoleProof } from '#contract/billing/finance/proof-api.ts'
import { consoleReconciliation } from '#contract/billing/finance/reconciliation-api.ts'
import { consoleInvoice } from '#contract/billing/invoices/console-api.ts'
import { consoleTaxCode } from '#contract/catalog/goods/tax-api.ts'
import { consolePayment } from '#contract/money/payments/api.ts'
import { consoleAcceptance, consoleFinanceRequest, consoleStatement } from '#contract/money/statements/console-api.ts'

/** The kinds of work for finance: the roles, the list, and the text if nothing waits. */
export const financeKinds = {
  voucher: {
    by: consoleVoucher.approve,
    seen: consoleVoucher.list,
    idle: '都已审核',
    ways: [{ label: '去审核', to: '/vouchers' as const, search: {} }],
  },
  voucherSecond: {
    by: consoleVoucher.approve,
    seen: consoleVoucher.list,
    idle: '都已复核',
    ways: [{ label: '去复核', to: '/vouchers' as const, search: { state: 'SECOND' } }],
  },
  bankLine: {
    by: consoleBank.assign,
    seen: consoleBank.lines,
    idle: '都已认领',
    ways: [{ label: '去认领', to: '/bank_lines' as const, search: {} }],
  },
  typedLine: {
    by: consoleBank.importStatement,
    seen: consoleBank.lines,
    idle: '都已由对账单确认',
    ways: [{ label: '去核对', to: '/bank_lines' as const, search: { shown: 'typed' } }],
  },
  acceptance: {
    by: consoleAcceptance.accept,
    seen: consoleAcceptance.list,
    idle: '都已处理',
    ways: [{ label: '去处理', to: '/acceptances' as const, search: { state: 'WAIT' } }],
  },
  dispute: {
    by: consoleStatement.decideDispute,
    seen: consoleStatement.disputes,
    idle: '没有异议',
    ways: [{ label: '去处理', to: '/disputes' as const, search: {} }],
  },
  financeRequest: {
    by: consoleFinanceRequest.decide,
    seen: consoleFinanceRequest.list,
    idle: '没有申请',
    ways: [{ label: '去复核', to: '/finance_requests' as const, search: { state: 'WAIT' } }],
  },
  limitRequest: {
    by: consoleCreditBook.decideLimit,
    seen: consoleCreditBook.limitRequests,
    idle: '都已确认',
    ways: [{ label: '去确认', to: '/limit_requests' as const, search: { state: 'WAIT' } }],
  },
  refundFailed: {
    by: consolePayment.retryRefund,
    seen: consolePayment.refunds,
    idle: '没有异常',
    ways: [{ label: '去重试', to: '/refunds' as const, search: { state: 'FAILED' } }],
  },
  paymentUnclear: {
    by: consoleReceipt.askNow,
    seen: consoleReceipt.list,
    idle: '都有结果',
    ways: [{ label: '去核查', to: '/payments' as const, search: {} }],
  },
  difference: {
    by: consoleReconciliation.answer,
    seen: consoleReconciliation.differences,
    idle: '三方一致',
    ways: [{ label: '去答复', to: '/differences' as const, search: { state: 'OPEN' } }],
  },
  proofBroken: {
    by: consoleProof.run,
    seen: consoleProof.latest,
    idle: '全部成立',
    ways: [{ label: '去查看', to: '/proof' as const, search: {} }],
  },
  invoice: {
    by: consoleInvoice.approve,
    seen: consoleInvoice.list,
    idle: '都已审核',
    ways: [{ label: '去审核', to: '/invoices' as const, search: { queue: 'decide' } }],
  },
  invoiceUncoded: {
    by: consoleTaxCode.setGoods,
    seen: consoleTaxCode.goods,
    idle: '都有编码',
    ways: [{ label: '去设置', to: '/tax_codes' as const, search: { uncoded: '1' } }],
  },
  invoiceFailed: {
    by: consoleInvoice.retry,
    seen: consoleInvoice.list,
    idle: '没有失败',
    ways: [{ label: '去处理', to: '/invoices' as const, search: { queue: 'failed' } }],
  },
  invoiceRed: {
    by: consoleInvoice.retryRed,
    seen: consoleInvoice.list,
    idle: '都已红冲',
    ways: [{ label: '去红冲', to: '/invoices' as const, search: { queue: 'red' } }],
  },
}
