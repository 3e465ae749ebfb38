// Columns of the console's exported lists of finance. A list that is too long for an export is refused, not truncated.
import type { CreditAccountRow } from '#contract/billing/finance/credit-api.ts'
import { type IncomingPaymentRow, incomingPaymentPurposes } from '#contract/billing/finance/incoming-payments-api.ts'
import type { ReceivableRow } from '#contract/billing/finance/receivables-api.ts'
import { onlinePaymentChannels } from '#contract/money/payments/api.ts'
import { paymentLifecycle } from '#contract/money/payments/payment-lifecycle.ts'
import {
  computeDueAmountsOfStatement,
  computeRepaidAmountOfStatement,
  computeStatementBalanceParts,
  computeStatementReductions,
  formatAmountsDueLater,
} from '#contract/money/statements/amounts.ts'
import { formatClosedMonthStatusLabel } from '#contract/money/statements/statement-lifecycle.ts'
import { paymentMethods } from '#contract/orders/orders/amounts.ts'
import type { Fen } from '#contract/platform/core/money.ts'
import { createEnterpriseColumn, defineColumn } from '#server/adapters/spreadsheets/public.ts'
import type { StatementRow } from '#server/money/statements/public.ts'

interface Named {
  enterpriseName: string | null
  enterpriseId: string
}
const sum = <Row>(title: string, of: (row: Row) => Fen | null) => defineColumn<Row>(title, 16, 'money', of)

export const receivableExportColumns = [
  createEnterpriseColumn<ReceivableRow>(),
  sum<ReceivableRow>('未出账', ({ unbilled }) => unbilled),
  sum<ReceivableRow>('未到期', ({ notDue }) => notDue),
  sum<ReceivableRow>('逾期1-30天', ({ d30 }) => d30),
  sum<ReceivableRow>('逾期31-60天', ({ d60 }) => d60),
  sum<ReceivableRow>('逾期61-90天', ({ d90 }) => d90),
  sum<ReceivableRow>('逾期90天以上', ({ older }) => older),
  sum<ReceivableRow>('异议中', ({ disputed }) => disputed),
  sum<ReceivableRow>('应收合计', ({ total }) => total),
  sum<ReceivableRow>('未付利息', ({ interest }) => interest),
]

export const creditAccountExportColumns = [
  createEnterpriseColumn<CreditAccountRow>(),
  sum<CreditAccountRow>('固定额度', ({ base }) => base),
  sum<CreditAccountRow>('临时额度', ({ temp }) => temp),
  defineColumn<CreditAccountRow>('临时到期日', 14, 'day', ({ tempEndDay }) => tempEndDay),
  sum<CreditAccountRow>('待还', ({ drawn }) => drawn),
  sum<CreditAccountRow>('占用', ({ held }) => held),
  sum<CreditAccountRow>('已用', ({ used }) => used),
  sum<CreditAccountRow>('可用', ({ available }) => available),
  sum<CreditAccountRow>('超出', ({ over }) => over),
]

export const incomingPaymentExportColumns = [
  defineColumn<IncomingPaymentRow>('创建时间', 20, 'instant', ({ createdAt }) => createdAt),
  createEnterpriseColumn<IncomingPaymentRow>(),
  defineColumn<IncomingPaymentRow>('用途', 8, 'text', ({ purpose }) => incomingPaymentPurposes[purpose].label),
  defineColumn<IncomingPaymentRow>('摘要', 40, 'text', ({ title }) => title),
  defineColumn<IncomingPaymentRow>('方式', 12, 'text', ({ method }) => paymentMethods[method].label),
  defineColumn<IncomingPaymentRow>('渠道', 16, 'text', ({ channel }) => (channel === null ? '' : onlinePaymentChannels[channel].label)),
  sum<IncomingPaymentRow>('金额', ({ amount }) => amount),
  defineColumn<IncomingPaymentRow>('状态', 10, 'text', ({ state }) => paymentLifecycle.states[state].label),
  defineColumn<IncomingPaymentRow>('商户单号', 36, 'text', ({ outNo, channel }) => (channel === null ? '' : outNo)),
  defineColumn<IncomingPaymentRow>('机构或银行流水号', 36, 'text', ({ reference }) => reference ?? ''),
  defineColumn<IncomingPaymentRow>('到账时间', 20, 'instant', ({ paidAt }) => paidAt),
]

type Statement = StatementRow & Named
const describeDues = (row: Statement) => ({
  dueDay: row.dueDay,
  dues: computeDueAmountsOfStatement(row).map(({ day, amountFen }) => ({ day, amount: amountFen })),
})
export const consoleStatementExportColumns = [
  createEnterpriseColumn<Statement>(),
  defineColumn<Statement>('账单月份', 12, 'text', ({ month }) => month),
  defineColumn<Statement>('状态', 10, 'text', (row) =>
    formatClosedMonthStatusLabel(row.state, { ...computeStatementBalanceParts(row), ...row.claim }),
  ),
  sum<Statement>('账单金额', ({ totalFen }) => totalFen),
  sum<Statement>('已还本金', computeRepaidAmountOfStatement),
  sum<Statement>('退回钱包', ({ walletFen }) => walletFen),
  sum<Statement>('已冲减', (row) => computeStatementReductions(row).offset),
  sum<Statement>('已核销本金', (row) => computeStatementReductions(row).writtenOffPrincipal),
  sum<Statement>('异议中未还', (row) => computeStatementBalanceParts(row).disputedFen),
  sum<Statement>('待还本金', (row) => computeStatementBalanceParts(row).owedFen),
  sum<Statement>('异议中已还', (row) => computeStatementBalanceParts(row).disputedRepaidFen),
  sum<Statement>('逾期利息', ({ interestFen }) => interestFen),
  sum<Statement>('连同核销利息', (row) => computeStatementReductions(row).writtenOffInterest),
  sum<Statement>('核销后收回', (row) => computeStatementReductions(row).recovered),
  sum<Statement>('免于追偿', (row) => computeStatementReductions(row).forgiven),
  sum<Statement>('待追偿', (row) => computeStatementReductions(row).toRecover),
  defineColumn<Statement>('到期日', 12, 'day', ({ dueDay }) => dueDay),
  defineColumn<Statement>('按时还款最后一日', 16, 'day', ({ onTimeDay }) => onTimeDay),
  defineColumn<Statement>('延期还款', 24, 'text', (row) => formatAmountsDueLater(describeDues(row))),
]
