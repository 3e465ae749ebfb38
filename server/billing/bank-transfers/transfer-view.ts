import type { BankTransfer, PlatformBankAccount, Voucher as VoucherShape } from '#contract/billing/bank/shapes.ts'
import {
  type BuyerBankTransferState,
  buyerBankTransferLifecycle,
  VOUCHER_SUBMISSIONS_PER_PAYMENT_MAX,
  voucherLifecycle,
} from '#contract/billing/bank/voucher-lifecycle.ts'
import { readMallBankAccount } from '#server/content/content/public.ts'
import type { ExternalPayment } from '#server/money/payments/public.ts'
import { computeAutomaticOrderChangeTime, findOrdersOfManyTrades, type Order } from '#server/orders/orders/public.ts'
import { findDisplayNamesInEnterpriseByUserId } from '#server/people/identity/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import { countVouchersOfTradeOrPayment } from './submit-voucher.ts'
import { findVouchersOfPayments, type Voucher } from './vouchers.ts'

/** 汇款状态: the final state of the payment, else the state of its latest voucher. */
function remittanceOf({ state }: Pick<ExternalPayment, 'state'>, latest: Voucher | undefined): BuyerBankTransferState {
  if (state === 'SETTLED') return 'RECEIVED'
  if (state === 'CLOSED' || state === 'UNDONE') return 'CLOSED'
  if (latest?.state === 'REJECTED') return 'REJECTED'
  return latest?.state === 'REVIEW' || latest?.state === 'SECOND' ? 'REVIEW' : 'AWAITING'
}

/** Describes a voucher. A buyer does not see that a large amount is reviewed by two people. */
export function toVoucherOutput(voucher: Voucher, name: string, reader: 'buyer' | 'staff'): VoucherShape {
  const state = reader === 'buyer' && voucher.state === 'SECOND' ? 'REVIEW' : voucher.state
  return {
    id: voucher.id,
    no: voucher.no,
    state,
    label: voucherLifecycle.states[state].label,
    fileIds: voucher.fileIds,
    remark: voucher.remark,
    submittedAt: voucher.submittedAt,
    submittedBy: name,
    opinion: voucher.opinion,
    decidedAt: voucher.decidedAt,
  }
}

/** Selects the orders that a payment pays. Cancelled orders are left out, unless all are cancelled. */
export function omitCancelledOrdersUnlessAllCancelled(orders: readonly Order[]): readonly Order[] {
  const open = orders.filter(({ state }) => state !== 'CANCELLED')
  return open.length > 0 ? open : orders
}

function expiryOf({ expiresAt, tradeId }: ExternalPayment, state: BuyerBankTransferState, orders: readonly Order[]): Date | null {
  if (state === 'REVIEW' || state === 'RECEIVED' || state === 'CLOSED') return null
  if (tradeId === null) return expiresAt
  const ends = orders.filter((order) => order.state === 'WAIT_PAY').flatMap((order) => computeAutomaticOrderChangeTime(order) ?? [])
  return ends.reduce<Date | null>((first, end) => (first === null || end < first ? end : first), null)
}

interface Around {
  vouchers: readonly Voucher[]
  orders: readonly Order[]
  names: ReadonlyMap<string, string>
  account: PlatformBankAccount
  left: number
}

function describe(payment: ExternalPayment, { vouchers, orders, names, account, left }: Around): BankTransfer {
  const [latest] = vouchers
  const state = remittanceOf(payment, latest)
  return {
    paymentId: payment.id,
    purpose: payment.purpose,
    tradeId: payment.tradeId,
    title: payment.title,
    amount: payment.amountFen,
    orders: orders.map(({ orderNo, payableFen }) => ({ orderNo, payable: payableFen })),
    remarkCode: payment.remarkCode ?? '',
    account,
    state,
    label: buyerBankTransferLifecycle.states[state].label,
    opinion: state === 'REJECTED' ? (latest?.opinion ?? null) : null,
    vouchersLeft: left,
    vouchers: vouchers.map((voucher) => toVoucherOutput(voucher, names.get(voucher.submittedBy) ?? '', 'buyer')),
    createdAt: payment.createdAt,
    expiresAt: expiryOf(payment, state, orders),
    receivedAt: payment.state === 'UNDONE' ? null : payment.paidAt,
    failure: payment.state === 'CLOSED' || payment.state === 'UNDONE' ? payment.failure : null,
  }
}

/** A transfer can be announced only if the bank account is known, and the account is never removed. */
const NO_ACCOUNT = { accountName: '', bankName: '', accountNo: '', bankCode: '' }

/** Describes transfers of one enterprise with their orders and vouchers. */
export async function readTransferOutputs(db: Db, enterpriseId: string, payments: readonly ExternalPayment[]): Promise<BankTransfer[]> {
  const vouchers = await findVouchersOfPayments(
    db,
    enterpriseId,
    payments.map(({ id }) => id),
  )
  const tradeIds = payments.flatMap(({ tradeId }) => tradeId ?? [])
  const orders = tradeIds.length === 0 ? [] : await findOrdersOfManyTrades(db, enterpriseId, tradeIds)
  const names = await findDisplayNamesInEnterpriseByUserId(db, enterpriseId, [...new Set(vouchers.map(({ submittedBy }) => submittedBy))])
  const account = (await readMallBankAccount(db)) ?? NO_ACCOUNT
  const described: BankTransfer[] = []
  for (const payment of payments) {
    const own = vouchers.filter(({ paymentId }) => paymentId === payment.id)
    const paid = omitCancelledOrdersUnlessAllCancelled(orders.filter(({ tradeId }) => tradeId === payment.tradeId))
    const left = Math.max(
      0,
      VOUCHER_SUBMISSIONS_PER_PAYMENT_MAX - (payment.tradeId === null ? own.length : await countVouchersOfTradeOrPayment(db, payment)),
    )
    described.push(describe(payment, { vouchers: own, orders: paid, names, account, left }))
  }
  return described
}
