// What the console's lists are exported as. A list longer than an export carries is refused, not cut off.
import type { CreditRow } from '../../contract/finance/credit-api.ts'
import { purposes, type ReceiptRow } from '../../contract/finance/receipts-api.ts'
import type { ReceivableRow } from '../../contract/finance/receivables-api.ts'
import { type Fen, fen, most, ZERO } from '../../contract/money.ts'
import { paymentMethods } from '../../contract/ordering/amounts.ts'
import { channels } from '../../contract/payment/api.ts'
import { paymentLifecycle } from '../../contract/payment/payment-lifecycle.ts'
import { statementLifecycle } from '../../contract/statements/statement-lifecycle.ts'
import { told, whose } from '../sheets/public.ts'
import type { StatementRow } from '../statements/public.ts'

interface Named {
  enterpriseName: string | null
  enterpriseId: string
}
const sum = <Row>(title: string, of: (row: Row) => Fen | null) => told<Row>(title, 16, 'money', of)

export const receivableColumns = [
  whose<ReceivableRow>(),
  sum<ReceivableRow>('未出账', ({ unbilled }) => unbilled),
  sum<ReceivableRow>('未到期', ({ notDue }) => notDue),
  sum<ReceivableRow>('逾期1-30天', ({ d30 }) => d30),
  sum<ReceivableRow>('逾期31-60天', ({ d60 }) => d60),
  sum<ReceivableRow>('逾期61-90天', ({ d90 }) => d90),
  sum<ReceivableRow>('逾期90天以上', ({ older }) => older),
  sum<ReceivableRow>('争议中', ({ disputed }) => disputed),
  sum<ReceivableRow>('应收合计', ({ total }) => total),
  sum<ReceivableRow>('未付利息', ({ interest }) => interest),
]

export const creditColumns = [
  whose<CreditRow>(),
  sum<CreditRow>('固定额度', ({ base }) => base),
  sum<CreditRow>('临时额度', ({ temp }) => temp),
  told<CreditRow>('临时到期日', 14, 'text', ({ tempEndDay }) => tempEndDay ?? ''),
  sum<CreditRow>('待还', ({ drawn }) => drawn),
  sum<CreditRow>('占用', ({ held }) => held),
  sum<CreditRow>('已用', ({ used }) => used),
  sum<CreditRow>('可用', ({ available }) => available),
  sum<CreditRow>('超出', ({ over }) => over),
]

export const receiptColumns = [
  told<ReceiptRow>('创建时间', 20, 'instant', ({ createdAt }) => createdAt),
  whose<ReceiptRow>(),
  told<ReceiptRow>('用途', 8, 'text', ({ purpose }) => purposes[purpose].label),
  told<ReceiptRow>('摘要', 40, 'text', ({ title }) => title),
  told<ReceiptRow>('方式', 12, 'text', ({ method }) => paymentMethods[method].label),
  told<ReceiptRow>('渠道', 16, 'text', ({ channel }) => (channel === null ? '' : channels[channel].label)),
  sum<ReceiptRow>('金额', ({ amount }) => amount),
  told<ReceiptRow>('状态', 10, 'text', ({ state }) => paymentLifecycle.states[state].label),
  told<ReceiptRow>('商户单号', 36, 'text', ({ outNo, channel }) => (channel === null ? '' : outNo)),
  told<ReceiptRow>('机构或银行流水号', 36, 'text', ({ reference }) => reference ?? ''),
  told<ReceiptRow>('到账时间', 20, 'instant', ({ paidAt }) => paidAt),
]

type Statement = StatementRow & Named
export const statementColumns = [
  whose<Statement>(),
  told<Statement>('账单月份', 12, 'text', ({ month }) => month),
  told<Statement>('状态', 10, 'text', ({ state }) => statementLifecycle.states[state].label),
  sum<Statement>('账单金额', ({ totalFen }) => totalFen),
  sum<Statement>('已还金额', ({ settledFen }) => settledFen),
  sum<Statement>('争议中', ({ disputedFen }) => disputedFen),
  sum<Statement>('待还金额', ({ totalFen, settledFen, disputedFen }) => most(ZERO, fen(totalFen - settledFen - disputedFen))),
  sum<Statement>('逾期利息', ({ interestFen }) => interestFen),
  told<Statement>('到期日', 12, 'day', ({ dueDay }) => dueDay),
]
