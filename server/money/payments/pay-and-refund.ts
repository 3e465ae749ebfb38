import type { PaymentMethod } from '#contract/orders/orders/amounts.ts'
import type { Fen } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { holdCreditForOrders, releaseCredit } from '#server/money/credit/public.ts'
import { countTransfersByDocument, postTransfersOfEnterprise } from '#server/money/ledger/public.ts'
import { offsetRefundsAgainstDrawdowns, type RefundSplit, readRefundableDrawdownFenByParcelId } from '#server/money/statements/public.ts'
import { payOrdersFromWallet, postRefundToWallet } from '#server/money/wallet/public.ts'
import { awaitAllAndThrowFirstError, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { allocatePaymentToOrders, findPaymentAllocationOfOrder, recordRefundedAmountOfOrder, recordTradePayment } from './payments.ts'
import { insertRefund } from './refunds.ts'

export interface OrderToPay {
  orderId: string
  amountFen: Fen
  /** The text in the buyer's records: the name of what was bought. */
  title: string
}

export interface CollectTradePaymentInput {
  enterpriseId: string
  tradeId: string
  userId: string
  orders: readonly OrderToPay[]
}

type Pay = (tx: Tx, moment: Moment, settlement: CollectTradePaymentInput) => Promise<void>

/** How to take the money for each method. Methods that a gateway or a bank settles cannot be paid directly. */
const payBy: Record<PaymentMethod, Pay | undefined> = {
  credit: holdCreditForOrders,
  wallet: (tx, moment, { enterpriseId, orders }) =>
    payOrdersFromWallet(tx, moment, {
      enterpriseId,
      moves: orders.map(({ orderId, amountFen, title }) => ({ enterpriseId, document: orderId, amountFen, title })),
    }),
  online: undefined,
  transfer: undefined,
}

/** Takes the money of a trade and records that it is paid, for all of its orders or none. */
export async function collectTradePayment(
  tx: Tx,
  moment: Moment,
  method: PaymentMethod,
  settlement: CollectTradePaymentInput,
): Promise<void> {
  const pay = payBy[method]
  if (!pay) refuse('METHOD_NOT_OFFERED')
  await awaitAllAndThrowFirstError(pay(tx, moment, settlement), recordTradePayment(tx, moment, { ...settlement, method }))
}

export interface IncomingOrderPaymentInput {
  enterpriseId: string
  paymentId: string
  /** Where the money came in. */
  source: 'gateway' | 'bank'
  valueDay: string
  orders: readonly OrderToPay[]
}

/** How often each order was paid by transfer before: such payments were taken back. Orders that were not are missing. */
const countPaymentsByBank = (tx: Tx, enterpriseId: string, orders: readonly OrderToPay[]): Promise<Map<string, number>> =>
  countTransfersByDocument(tx, { enterpriseId, kind: 'payByBank', documents: orders.map(({ orderId }) => orderId) })

/** Pays the orders of a trade with money that has arrived, in the ledger and order by order. The caller settles the payment. */
export async function payOrdersOfTradeWithIncomingMoney(
  tx: Tx,
  moment: Moment,
  { enterpriseId, paymentId, source, valueDay, orders }: IncomingOrderPaymentInput,
): Promise<void> {
  const kind = source === 'gateway' ? 'payByGateway' : 'payByBank'
  const before = source === 'bank' ? await countPaymentsByBank(tx, enterpriseId, orders) : new Map<string, number>()
  const transfers = orders.map(
    ({ orderId, amountFen, title }) => ({ kind, document: orderId, seq: before.get(orderId) ?? 0, amountFen, title, valueDay }) as const,
  )
  await awaitAllAndThrowFirstError(
    postTransfersOfEnterprise(tx, moment, { enterpriseId, transfers }),
    allocatePaymentToOrders(tx, { enterpriseId, paymentId, orders }),
  )
}

export interface OrderRefundInput {
  enterpriseId: string
  orderId: string
  amountFen: Fen
  title: string
  /** The number of this refund within the order. The same number twice moves nothing the second time. */
  seq: number
  /** The after-sale that it belongs to. */
  afterSaleId?: string
}

/** How each method is refunded, and the ledger account that gives the money. A bank transfer is refunded to the wallet (domain §6). */
const refundRoutes = {
  credit: { way: 'credit', source: 'commitment' },
  wallet: { way: 'wallet', source: 'sales' },
  online: { way: 'gateway', source: 'sales' },
  transfer: { way: 'wallet', source: 'sales' },
} as const satisfies Record<PaymentMethod, object>

/**
 * Refunds the part that will not be shipped to where the payment came from: a hold is released, a wallet is refilled, or a job has the
 * provider refund it. Refuses REFUND_TOO_MUCH if it is more than was paid.
 */
export async function refundUnshippedPartOfOrder(
  tx: Tx,
  moment: Moment,
  { enterpriseId, orderId, amountFen, title, seq, afterSaleId }: OrderRefundInput,
): Promise<void> {
  const paid = await findPaymentAllocationOfOrder(tx, enterpriseId, orderId)
  if (!paid || amountFen === 0) return
  await recordRefundedAmountOfOrder(tx, { enterpriseId, orderId, amountFen })
  const { way, source } = refundRoutes[paid.method]
  const words = `退款-${title}`
  await insertRefund(tx, moment, {
    enterpriseId,
    paymentId: paid.paymentId,
    orderId,
    seq,
    amountFen,
    way,
    source,
    title: words,
    reason: title,
    ...(afterSaleId === undefined ? {} : { afterSaleId }),
  })
  if (way === 'credit') await releaseCredit(tx, moment, { enterpriseId, orderId, amountFen, title, seq })
  if (way === 'wallet') await postRefundToWallet(tx, moment, { enterpriseId, document: orderId, seq, amountFen, title: words })
}

/** What can still be refunded of the drawdowns of parcels, by parcel. */
export const readRefundableDrawdownFenByParcel = readRefundableDrawdownFenByParcelId

/**
 * Refunds the part that was shipped on credit: it reduces the months of the drawdowns, and goes to the wallet as far as those were repaid.
 * `parts` add up to the amount. Refuses REFUND_TOO_MUCH, and DRAWDOWN_REFUNDED if a dispute has already reversed a drawdown.
 */
export async function refundOrderDrawdowns(
  tx: Tx,
  moment: Moment,
  {
    enterpriseId,
    orderId,
    amountFen,
    title,
    seq,
    afterSaleId,
    parts,
  }: OrderRefundInput & { parts: readonly { parcelId: string; amountFen: Fen }[] },
): Promise<RefundSplit> {
  const paid = (await findPaymentAllocationOfOrder(tx, enterpriseId, orderId)) ?? refuse('REFUND_TOO_MUCH')
  await recordRefundedAmountOfOrder(tx, { enterpriseId, orderId, amountFen })
  const words = `退款-${title}`
  const document = await insertRefund(tx, moment, {
    enterpriseId,
    paymentId: paid.paymentId,
    orderId,
    seq,
    amountFen,
    way: 'credit',
    source: 'sales',
    title: words,
    reason: title,
    ...(afterSaleId === undefined ? {} : { afterSaleId }),
  })
  return offsetRefundsAgainstDrawdowns(tx, moment, { enterpriseId, document, parts, title: words })
}
