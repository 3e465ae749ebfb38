import { consoleBankFormatHandlers } from '#server/billing/bank/formats/routes.ts'
import { consoleValueDayHandlers } from '#server/billing/bank/value-days/routes.ts'
import { consoleVoucherHandlers } from '#server/billing/bank/voucher-routes.ts'
import { consoleOrderStopHandlers } from '#server/billing/collections/routes.ts'
import {
  consoleCreditAccountHandlers,
  consoleIncomingPaymentHandlers,
  consoleReceivableHandlers,
  statementExportHandlers,
} from '#server/billing/finance/routes.ts'
import { consoleJournalHandlers, consoleJournalMonthHandlers } from '#server/billing/journal/routes.ts'
import { consoleMarginHandlers } from '#server/billing/margins/routes.ts'
import { consoleAcceptanceHandlers } from '#server/billing/receivables/acceptances/console-routes.ts'
import { consoleBadDebtHandlers, consoleProvisionHandlers } from '#server/billing/receivables/bad-debts/routes.ts'
import { consoleStatementHandlers, consoleWaiverOrWriteOffHandlers } from '#server/billing/receivables/console-routes.ts'
import { consoleRevenueHandlers } from '#server/billing/revenue/routes.ts'
import { consoleCreditLimitHandlers, creditLimitDecisionHandlers } from '#server/money/credit/console-routes.ts'
import { consoleFunnelHandlers } from '#server/operations/funnel/routes.ts'
import { consoleJobHandlers } from '#server/operations/jobs/schedule/console-routes.ts'
import { consoleLedgerHandlers, consoleLedgerProofHandlers } from '#server/operations/ledger-reports/routes.ts'
import {
  consoleCouponReportHandlers,
  consoleCustomerReportHandlers,
  consoleReceivablesReportHandlers,
  consoleSalesReportHandlers,
  consoleStockReportHandlers,
} from '#server/operations/reports/routes.ts'
import { consoleSalesTargetHandlers } from '#server/operations/sales-targets/routes.ts'
import { enterpriseDailyInterestRateHandlers, journalRuleHandlers } from '#server/operations/sensitive-changes/term-routes.ts'
import { limitOrderHandlersToStaffShops } from '#server/orders/orders/public.ts'

/** The calls of finance that need nothing but the database. */
export const consoleFinanceHandlers = {
  consoleVoucher: consoleVoucherHandlers,
  consoleBankFormat: consoleBankFormatHandlers,
  consoleValueDay: consoleValueDayHandlers,
  consoleOrderStop: consoleOrderStopHandlers,
  consoleCredit: consoleCreditLimitHandlers,
  consoleAcceptance: consoleAcceptanceHandlers,
  consoleFinanceRequest: consoleWaiverOrWriteOffHandlers,
  consoleBadDebt: consoleBadDebtHandlers,
  consoleProvision: consoleProvisionHandlers,
  consoleReceivable: consoleReceivableHandlers,
  consoleCreditBook: { ...consoleCreditAccountHandlers, ...creditLimitDecisionHandlers },
  consoleReceipt: consoleIncomingPaymentHandlers,
  consoleLedger: consoleLedgerHandlers,
  consoleJournalMonth: consoleJournalMonthHandlers,
  consoleJournal: { ...consoleJournalHandlers, ...journalRuleHandlers },
  consoleMargin: limitOrderHandlersToStaffShops(consoleMarginHandlers),
  consoleRevenue: consoleRevenueHandlers,
  consoleSalesReport: consoleSalesReportHandlers,
  consoleCouponReport: consoleCouponReportHandlers,
  consoleFunnel: consoleFunnelHandlers,
  consoleCustomerReport: consoleCustomerReportHandlers,
  consoleSalesTarget: consoleSalesTargetHandlers,
  consoleReceivablesReport: consoleReceivablesReportHandlers,
  consoleStockReport: consoleStockReportHandlers,
  consoleProof: consoleLedgerProofHandlers,
  consoleJob: consoleJobHandlers,
  consoleStatement: { ...consoleStatementHandlers, ...enterpriseDailyInterestRateHandlers, ...statementExportHandlers },
}
