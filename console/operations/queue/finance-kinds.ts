import { requiredRoles } from '#console/platform/sessions/permissions.ts'
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
    by: requiredRoles(consoleVoucher.approve),
    seen: requiredRoles(consoleVoucher.list),
    idle: '都已审核',
    ways: [{ label: '去审核', to: '/vouchers' as const, search: {} }],
  },
  voucherSecond: {
    by: requiredRoles(consoleVoucher.approve),
    seen: requiredRoles(consoleVoucher.list),
    idle: '都已复核',
    ways: [{ label: '去复核', to: '/vouchers' as const, search: { state: 'SECOND' } }],
  },
  bankLine: {
    by: requiredRoles(consoleBank.assign),
    seen: requiredRoles(consoleBank.lines),
    idle: '都已认领',
    ways: [{ label: '去认领', to: '/bank_lines' as const, search: {} }],
  },
  typedLine: {
    by: requiredRoles(consoleBank.importStatement),
    seen: requiredRoles(consoleBank.lines),
    idle: '都已由对账单确认',
    ways: [{ label: '去核对', to: '/bank_lines' as const, search: { shown: 'typed' } }],
  },
  acceptance: {
    by: requiredRoles(consoleAcceptance.accept),
    seen: requiredRoles(consoleAcceptance.list),
    idle: '都已处理',
    ways: [{ label: '去处理', to: '/acceptances' as const, search: { state: 'WAIT' } }],
  },
  dispute: {
    by: requiredRoles(consoleStatement.decideDispute),
    seen: requiredRoles(consoleStatement.disputes),
    idle: '没有异议',
    ways: [{ label: '去处理', to: '/disputes' as const, search: {} }],
  },
  financeRequest: {
    by: requiredRoles(consoleFinanceRequest.decide),
    seen: requiredRoles(consoleFinanceRequest.list),
    idle: '没有申请',
    ways: [{ label: '去复核', to: '/finance_requests' as const, search: { state: 'WAIT' } }],
  },
  limitRequest: {
    by: requiredRoles(consoleCreditBook.decideLimit),
    seen: requiredRoles(consoleCreditBook.limitRequests),
    idle: '都已确认',
    ways: [{ label: '去确认', to: '/limit_requests' as const, search: { state: 'WAIT' } }],
  },
  refundFailed: {
    by: requiredRoles(consolePayment.retryRefund),
    seen: requiredRoles(consolePayment.refunds),
    idle: '没有异常',
    ways: [{ label: '去重试', to: '/refunds' as const, search: { state: 'FAILED' } }],
  },
  paymentUnclear: {
    by: requiredRoles(consoleReceipt.askNow),
    seen: requiredRoles(consoleReceipt.list),
    idle: '都有结果',
    ways: [{ label: '去核查', to: '/payments' as const, search: {} }],
  },
  difference: {
    by: requiredRoles(consoleReconciliation.answer),
    seen: requiredRoles(consoleReconciliation.differences),
    idle: '三方一致',
    ways: [{ label: '去答复', to: '/differences' as const, search: { state: 'OPEN' } }],
  },
  proofBroken: {
    by: requiredRoles(consoleProof.run),
    seen: requiredRoles(consoleProof.latest),
    idle: '全部成立',
    ways: [{ label: '去查看', to: '/proof' as const, search: {} }],
  },
  invoice: {
    by: requiredRoles(consoleInvoice.approve),
    seen: requiredRoles(consoleInvoice.list),
    idle: '都已审核',
    ways: [{ label: '去审核', to: '/invoices' as const, search: { queue: 'decide' } }],
  },
  invoiceUncoded: {
    by: requiredRoles(consoleTaxCode.setGoods),
    seen: requiredRoles(consoleTaxCode.goods),
    idle: '都有编码',
    ways: [{ label: '去设置', to: '/tax_codes' as const, search: { uncoded: '1' } }],
  },
  invoiceFailed: {
    by: requiredRoles(consoleInvoice.retry),
    seen: requiredRoles(consoleInvoice.list),
    idle: '没有失败',
    ways: [{ label: '去处理', to: '/invoices' as const, search: { queue: 'failed' } }],
  },
  invoiceRed: {
    by: requiredRoles(consoleInvoice.retryRed),
    seen: requiredRoles(consoleInvoice.list),
    idle: '都已红冲',
    ways: [{ label: '去红冲', to: '/invoices' as const, search: { queue: 'red' } }],
  },
}
