import type { BankTransfer } from '#contract/billing/bank/shapes.ts'
import { OrderNo } from '#contract/platform/core/fields.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { parseId } from '#storefront/platform/components/parse-id.ts'
import type { RoutePath, SearchParams } from '#storefront/platform/routing/types.ts'

type State = BankTransfer['state']

/** What a URL names: a transfer by its id, the transfer of an order, or the newest one in the states of the URL. */
export type TransferLookup = { paymentId: string } | { orderNo: string } | { states: readonly State[] }

const AWAITED: readonly State[] = ['AWAITING', 'REJECTED']

/** The states for which a URL without a transfer looks for the newest one. */
const statesAt: Readonly<Record<string, readonly State[]>> = {
  '/my_order_transfer_info': [...AWAITED, 'REVIEW'],
  '/my_order_payment_evidence': AWAITED,
  '/my_order_payment_evidence_upload': AWAITED,
  '/my_order_payment_evidence2': ['REVIEW'],
  '/my_order_payment_evidence_success': ['RECEIVED'],
  '/my_order_payment_evidence_error': ['REJECTED'],
}

export function parseTransferLookup(pathname: string, search: SearchParams): TransferLookup {
  const paymentId = parseId(search.paymentId)
  if (paymentId !== undefined) return { paymentId }
  const orderNo = OrderNo.safeParse(search.orderNo)
  return orderNo.success ? { orderNo: orderNo.data } : { states: statesAt[pathname] ?? [] }
}

/** The text if a URL names no transfer and none is found. */
export const noTransferTitlesByPath: Readonly<Record<string, string>> = {
  '/my_order_payment_evidence2': '没有待审核的付款凭证',
  '/my_order_payment_evidence_success': '没有已到账的转账',
  '/my_order_payment_evidence_error': '没有被驳回的付款凭证',
}

/** Returns the URL of the voucher page for a state. */
export const voucherPagePathsByState: Readonly<Record<State, RoutePath>> = {
  AWAITING: '/my_order_payment_evidence',
  REVIEW: '/my_order_payment_evidence2',
  RECEIVED: '/my_order_payment_evidence_success',
  REJECTED: '/my_order_payment_evidence_error',
  CLOSED: '/my_order_payment_evidence',
}

/** A value for the bank's form: as it is shown, and as it is copied. */
export interface RemittanceField {
  label: string
  shown: string
  copied: string
}

/** 6222021234567890 → '6222 0212 3456 7890' */
const inFours = (digits: string): string => digits.replace(/(.{4})(?=.)/g, '$1 ')

/** Returns the values for the bank's form, in its usual order. */
export function toRemittanceFields({
  account,
  amount,
  remarkCode,
}: Pick<BankTransfer, 'account' | 'amount' | 'remarkCode'>): RemittanceField[] {
  const same = (label: string, text: string): RemittanceField => ({ label, shown: text, copied: text })
  return [
    same('收款户名', account.accountName),
    { label: '收款账号', shown: inFours(account.accountNo), copied: account.accountNo },
    same('开户银行', account.bankName),
    same('联行号', account.bankCode),
    { label: '转账金额', shown: formatMoney(amount), copied: formatMoney(amount).replaceAll(/[¥,]/g, '') },
    same('转账附言（识别码）', remarkCode),
  ]
}

/** Returns all values as one text, for example to send to the accountant. */
export const formatRemittance = (facts: readonly RemittanceField[]): string =>
  facts.map(({ label, copied }) => `${label}：${copied}`).join('\n')

/** Returns the URL of what the transfer pays for. */
export function transferSubjectLink({ purpose, orders }: Pick<BankTransfer, 'purpose' | 'orders'>): {
  to: RoutePath
  search: Record<string, string>
  label: string
} {
  if (purpose === 'topUp') return { to: '/cash_account_charge_log', search: {}, label: '查看充值记录' }
  if (purpose === 'repay') return { to: '/credit_account_repayment_log', search: {}, label: '查看还款记录' }
  const [only, second] = orders
  if (only === undefined || second !== undefined) return { to: '/my_order', search: {}, label: '查看订单' }
  return { to: '/my_order_detail', search: { orderNo: only.orderNo }, label: '查看订单' }
}

export const transferLabelsByPurpose = { trade: '转账支付', topUp: '转账充值', repay: '转账还款' } as const
