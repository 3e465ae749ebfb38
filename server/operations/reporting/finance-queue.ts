import { type RawBuilder, sql } from 'kysely'
import { UNKNOWN_PAYMENT_HOURS_BEFORE_ALERT } from '#contract/billing/finance/incoming-payments-api.ts'
import type { WorkQueueItem } from '#contract/operations/queue/api.ts'
import { addHours } from '#contract/platform/core/shanghai.ts'
import { isUnconfirmedManualBankLineSql } from '#server/billing/bank/public.ts'
import { isInvoiceWaitingForTaxCodesSql } from '#server/billing/invoices/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { withoutTenantGuard } from '#server/platform/core/tenant-guard.ts'

const labels = {
  voucher: '待审核付款凭证',
  voucherSecond: '待复核付款凭证',
  bankLine: '待认领银行流水',
  typedLine: '未经对账单确认的登记',
  valueDay: '待确认起息日',
  collection: '待跟进催收',
  orderStop: '待复核停单',
  acceptance: '待接收承兑汇票',
  acceptanceRequest: '待复核票据申请',
  dispute: '待处理账单异议',
  financeRequest: '待复核减免核销',
  limitRequest: '待确认额度',
  refundFailed: '异常退款',
  paymentUnclear: '结果不明的支付',
  difference: '待处理对账差异',
  proofBroken: '账务证明未通过',
  invoice: '待审核发票',
  invoiceUncoded: '发票缺税收编码',
  invoiceFailed: '开票失败',
  invoiceRed: '待红冲发票',
} as const

/**
 * Counts what waits for finance, each with the time of the oldest. Of invoices it counts those of `isOwnShop`; money concerns the whole
 * mall.
 */
export async function countFinanceWorkQueue(
  db: Db,
  moment: Moment,
  isOwnShop: (column: string) => RawBuilder<boolean>,
): Promise<WorkQueueItem[]> {
  const isOwn = isOwnShop('invoice.shop_id')
  const { rows } = await sql<{ kind: keyof typeof labels; count: number; oldest: Date | null }>`
    select 'voucher' as kind, count(*) as count, min(submitted_at) as oldest from voucher where state = 'REVIEW'
    union all select 'voucherSecond', count(*), min(first_at) from voucher where state = 'SECOND'
    union all select 'bankLine', count(*), min(at) from bank_line where assigned_fen < amount_fen and voided_at is null
    union all select 'typedLine', count(*), min(at) from bank_line where ${isUnconfirmedManualBankLineSql}
    union all select 'valueDay', count(*), min(proposed_at) from value_day_request where state = 'WAIT'
    union all select 'collection', count(*), min(opened_at) from collection_task where state in ('OPEN', 'BROKEN')
    union all select 'orderStop', count(*), min(proposed_at) from order_stop_request where state = 'WAIT'
    union all select 'acceptance', count(*), min(submitted_at) from acceptance_bill where state = 'WAIT'
    union all select 'acceptanceRequest', count(*), min(proposed_at) from acceptance_request where state = 'WAIT'
    union all select 'dispute', count(*), min(disputed_at) from statement_line where dispute = 'OPEN'
    union all select 'financeRequest', count(*), min(proposed_at) from finance_request where state = 'WAIT'
    union all select 'limitRequest', count(*), min(proposed_at) from limit_request where state = 'WAIT'
    union all select 'refundFailed', count(*), min(created_at) from refund where state = 'FAILED'
    union all select 'paymentUnclear', count(*), min(created_at) from payment where state = 'UNKNOWN' and method = 'online' and created_at <= ${addHours(moment.now, -UNKNOWN_PAYMENT_HOURS_BEFORE_ALERT)}
    union all select 'difference', count(*), min(found_at) from recon_difference where state = 'OPEN'
    union all select 'proofBroken', count(*), min(at) from proof_result where breaches > 0 and run_id =
      (select id from proof_run where state = 'DONE' order by started_at desc limit 1)
    union all select 'invoice', count(*), min(state_at) from invoice where state = 'APPLIED' and ${isOwn}
    union all select 'invoiceUncoded', count(*), min(state_at) from invoice where ${isInvoiceWaitingForTaxCodesSql} and ${isOwn}
    union all select 'invoiceFailed', count(*), min(state_at) from invoice where state = 'FAILED' and ${isOwn}
    union all select 'invoiceRed', count(*), min(created_at) from invoice_issue as issue where kind = 'red' and (state = 'FAILED' or (state = 'WAIT' and way = 'hand'))
      and exists (select from invoice where invoice.enterprise_id = issue.enterprise_id and invoice.id = issue.invoice_id and ${isOwn})`.execute(
    withoutTenantGuard(db, 'console'),
  )
  return rows.map(({ kind, count, oldest }) => ({ kind, label: labels[kind], count, oldestAt: oldest }))
}
