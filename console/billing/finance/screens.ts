import { BookOpenText, FileClock, FileText, Gauge, HandCoins, Receipt, ReceiptText, Scale, ShieldCheck, Undo2 } from 'lucide-react'
import { consoleAccountStatementEndpoints } from '#contract/billing/account-statements/api.ts'
import { consoleIncomingPaymentEndpoints } from '#contract/billing/finance/incoming-payments-api.ts'
import { consoleReceivableEndpoints } from '#contract/billing/finance/receivables-api.ts'
import { financeReadAccess } from '#contract/billing/finance/roles.ts'
import { consoleInvoiceEndpoints } from '#contract/billing/invoices/console-api.ts'
import { consoleBadDebtEndpoints } from '#contract/money/bad-debts/console-api.ts'
import { consoleRefundAndReconcileEndpoints } from '#contract/money/payments/api.ts'
import { consoleProvisionEndpoints } from '#contract/money/provisions/console-api.ts'
import { consoleAcceptanceBillEndpoints } from '#contract/money/statements/console-acceptance-api.ts'
import { consoleStatementEndpoints, consoleWaiverOrWriteOffEndpoints } from '#contract/money/statements/console-api.ts'

/** Who may open most of them: the menu needs only this, not what their calls say. */
const readAccess = { needs: financeReadAccess }

/** The screens of finance, in the order of the menu. */
export const financeScreens = [
  {
    path: '/invoices',
    title: '发票',
    icon: ReceiptText,
    group: '财务',
    call: consoleInvoiceEndpoints.list,
    load: () => import('#console/billing/invoices/invoices-page.tsx'),
  },
  {
    path: '/invoice',
    title: '发票详情',
    under: '/invoices',
    call: consoleInvoiceEndpoints.detail,
    load: () => import('#console/billing/invoices/invoice-page.tsx'),
  },
  {
    path: '/receivables',
    title: '应收账款',
    icon: HandCoins,
    group: '财务',
    call: consoleReceivableEndpoints.list,
    load: () => import('./receivables/receivables-page.tsx'),
  },
  {
    path: '/credit_limits',
    title: '赊销额度',
    icon: Gauge,
    group: '财务',
    call: readAccess,
    load: () => import('./credit/limits-page.tsx'),
  },
  {
    path: '/credit_holds',
    title: '赊销占用',
    under: '/credit_limits',
    call: readAccess,
    load: () => import('./credit/holds-page.tsx'),
  },
  {
    path: '/limit_changes',
    title: '额度变更',
    under: '/credit_limits',
    call: readAccess,
    load: () => import('./credit/changes-page.tsx'),
  },
  {
    path: '/limit_requests',
    title: '额度确认',
    under: '/credit_limits',
    call: readAccess,
    load: () => import('./credit/requests-page.tsx'),
  },
  {
    path: '/statements',
    title: '月账单',
    icon: FileText,
    group: '财务',
    call: consoleStatementEndpoints.list,
    load: () => import('./statements/statements-page.tsx'),
  },
  {
    path: '/statement',
    title: '账单详情',
    under: '/statements',
    call: consoleStatementEndpoints.detail,
    load: () => import('./statements/statement-page.tsx'),
  },
  {
    path: '/account_statement',
    title: '往来对账',
    under: '/statements',
    call: consoleAccountStatementEndpoints.overview,
    load: () => import('./statements/account-statement-page.tsx'),
  },
  {
    path: '/disputes',
    title: '账单异议',
    under: '/statements',
    call: consoleStatementEndpoints.disputes,
    load: () => import('./statements/disputes-page.tsx'),
  },
  {
    path: '/finance_requests',
    title: '减免与核销',
    under: '/statements',
    call: consoleWaiverOrWriteOffEndpoints.list,
    load: () => import('./statements/requests-page.tsx'),
  },
  {
    path: '/bad_debts',
    title: '核销债权',
    under: '/statements',
    call: consoleBadDebtEndpoints.list,
    load: () => import('./bad-debts/bad-debts-page.tsx'),
  },
  {
    path: '/bad_debt',
    title: '核销债权详情',
    under: '/statements',
    call: consoleBadDebtEndpoints.detail,
    load: () => import('./bad-debts/bad-debt-page.tsx'),
  },
  {
    path: '/provisions',
    title: '坏账准备',
    under: '/statements',
    call: consoleProvisionEndpoints.list,
    load: () => import('./bad-debts/provisions-page.tsx'),
  },
  {
    path: '/provision_lines',
    title: '坏账准备计算',
    under: '/statements',
    call: consoleProvisionEndpoints.lines,
    load: () => import('./bad-debts/provision-lines-page.tsx'),
  },
  {
    path: '/acceptances',
    title: '承兑汇票',
    icon: FileClock,
    group: '财务',
    call: consoleAcceptanceBillEndpoints.list,
    load: () => import('./acceptances/acceptances-page.tsx'),
  },
  {
    path: '/acceptance',
    title: '票据详情',
    under: '/acceptances',
    call: consoleAcceptanceBillEndpoints.detail,
    load: () => import('./acceptances/acceptance-page.tsx'),
  },
  {
    path: '/acceptance_requests',
    title: '票据申请',
    under: '/acceptances',
    call: consoleAcceptanceBillEndpoints.requests,
    load: () => import('./acceptances/requests-page.tsx'),
  },
  {
    path: '/payments',
    title: '支付记录',
    icon: Receipt,
    group: '财务',
    call: consoleIncomingPaymentEndpoints.list,
    load: () => import('./payments/payments-page.tsx'),
  },
  {
    path: '/payment',
    title: '支付详情',
    under: '/payments',
    call: consoleIncomingPaymentEndpoints.detail,
    load: () => import('./payments/payment-page.tsx'),
  },
  {
    path: '/refunds',
    title: '退款',
    icon: Undo2,
    group: '财务',
    call: consoleRefundAndReconcileEndpoints.refunds,
    load: () => import('./payments/refunds-page.tsx'),
  },
  {
    path: '/reconciliation',
    title: '每日对账',
    icon: Scale,
    group: '财务',
    call: readAccess,
    load: () => import('./reconciliation/days-page.tsx'),
  },
  {
    path: '/differences',
    title: '对账差异',
    under: '/reconciliation',
    call: readAccess,
    load: () => import('./reconciliation/differences-page.tsx'),
  },
  {
    path: '/ledger',
    title: '账簿',
    icon: BookOpenText,
    group: '财务',
    call: readAccess,
    load: () => import('./ledger/ledger-page.tsx'),
  },
  {
    path: '/ledger_days',
    title: '日余额',
    under: '/ledger',
    call: readAccess,
    load: () => import('./ledger/days-page.tsx'),
  },
  {
    path: '/transfers',
    title: '分录',
    under: '/ledger',
    call: readAccess,
    load: () => import('./ledger/transfers-page.tsx'),
  },
  {
    path: '/proof',
    title: '账务证明',
    icon: ShieldCheck,
    group: '财务',
    call: readAccess,
    load: () => import('./proof/proof-page.tsx'),
  },
] as const
