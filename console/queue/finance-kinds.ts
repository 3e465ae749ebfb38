import { consoleBank } from '../../contract/bank/console-api.ts'
import { consoleVoucher } from '../../contract/bank/voucher-api.ts'
import { consoleTaxCode } from '../../contract/catalog/tax-api.ts'
import { consoleCreditBook } from '../../contract/finance/credit-api.ts'
import { consoleProof } from '../../contract/finance/proof-api.ts'
import { consoleReceipt } from '../../contract/finance/receipts-api.ts'
import { consoleReconciliation } from '../../contract/finance/reconciliation-api.ts'
import { consoleInvoice } from '../../contract/invoices/console-api.ts'
import { consolePayment } from '../../contract/payment/api.ts'
import { consoleAcceptance, consoleFinanceRequest, consoleStatement } from '../../contract/statements/console-api.ts'
import { rolesFor } from '../session/may.ts'

/** What waits for finance: who does it, who may look, where it is, and what it says when nothing waits. */
export const financeKinds = {
  voucher: {
    ...{ by: rolesFor(consoleVoucher.approve), seen: rolesFor(consoleVoucher.list), idle: '都已审核' },
    ways: [{ label: '去审核', to: '/vouchers' as const, search: {} }],
  },
  voucherSecond: {
    ...{ by: rolesFor(consoleVoucher.approve), seen: rolesFor(consoleVoucher.list), idle: '都已复核' },
    ways: [{ label: '去复核', to: '/vouchers' as const, search: { state: 'SECOND' } }],
  },
  bankLine: {
    ...{ by: rolesFor(consoleBank.assign), seen: rolesFor(consoleBank.lines), idle: '都已认领' },
    ways: [{ label: '去认领', to: '/bank_lines' as const, search: {} }],
  },
  acceptance: {
    ...{ by: rolesFor(consoleAcceptance.accept), seen: rolesFor(consoleAcceptance.list), idle: '都已处理' },
    ways: [{ label: '去处理', to: '/acceptances' as const, search: { state: 'WAIT' } }],
  },
  dispute: {
    ...{ by: rolesFor(consoleStatement.decideDispute), seen: rolesFor(consoleStatement.disputes), idle: '没有异议' },
    ways: [{ label: '去处理', to: '/disputes' as const, search: {} }],
  },
  financeRequest: {
    ...{ by: rolesFor(consoleFinanceRequest.decide), seen: rolesFor(consoleFinanceRequest.list), idle: '没有申请' },
    ways: [{ label: '去复核', to: '/finance_requests' as const, search: { state: 'WAIT' } }],
  },
  limitRequest: {
    ...{ by: rolesFor(consoleCreditBook.decideLimit), seen: rolesFor(consoleCreditBook.limitRequests), idle: '都已确认' },
    ways: [{ label: '去确认', to: '/limit_requests' as const, search: { state: 'WAIT' } }],
  },
  refundFailed: {
    ...{ by: rolesFor(consolePayment.retryRefund), seen: rolesFor(consolePayment.refunds), idle: '没有异常' },
    ways: [{ label: '去重试', to: '/refunds' as const, search: { state: 'FAILED' } }],
  },
  paymentUnclear: {
    ...{ by: rolesFor(consoleReceipt.askNow), seen: rolesFor(consoleReceipt.list), idle: '都有结果' },
    ways: [{ label: '去核查', to: '/payments' as const, search: {} }],
  },
  difference: {
    ...{ by: rolesFor(consoleReconciliation.answer), seen: rolesFor(consoleReconciliation.differences), idle: '三方一致' },
    ways: [{ label: '去答复', to: '/differences' as const, search: { state: 'OPEN' } }],
  },
  proofBroken: {
    ...{ by: rolesFor(consoleProof.run), seen: rolesFor(consoleProof.latest), idle: '全部成立' },
    ways: [{ label: '去查看', to: '/proof' as const, search: {} }],
  },
  invoice: {
    ...{ by: rolesFor(consoleInvoice.approve), seen: rolesFor(consoleInvoice.list), idle: '都已审核' },
    ways: [{ label: '去审核', to: '/invoices' as const, search: { queue: 'decide' } }],
  },
  invoiceUncoded: {
    ...{ by: rolesFor(consoleTaxCode.setGoods), seen: rolesFor(consoleTaxCode.goods), idle: '都有编码' },
    ways: [{ label: '去设置', to: '/tax_codes' as const, search: { uncoded: '1' } }],
  },
  invoiceFailed: {
    ...{ by: rolesFor(consoleInvoice.retry), seen: rolesFor(consoleInvoice.list), idle: '没有失败' },
    ways: [{ label: '去处理', to: '/invoices' as const, search: { queue: 'failed' } }],
  },
  invoiceRed: {
    ...{ by: rolesFor(consoleInvoice.retryRed), seen: rolesFor(consoleInvoice.list), idle: '都已红冲' },
    ways: [{ label: '去红冲', to: '/invoices' as const, search: { queue: 'red' } }],
  },
}
