import type { PaymentMethod } from '#contract/orders/orders/amounts.ts'
import type { Fen } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { holdCredit, voidCreditHold } from '#server/money/credit/public.ts'
import { postTransfers } from '#server/money/ledger/public.ts'
import { getRefundableDrawdowns, type RefundSplit, refundDrawdowns } from '#server/money/statements/public.ts'
import { payByWallet, refundToWallet } from '#server/money/wallet/public.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { allocatePayment, findAllocation, insertPayment, markRefunded } from './payments.ts'
import { insertRefund } from './refunds.ts'

export interface OrderToPay {
  orderId: string
  amountFen: Fen
  /** What the buyer reads in his records: the name of what was bought. */
  title: string
}

export interface TradePayment {
  enterpriseId: string
  tradeId: string
  userId: string
  orders: readonly OrderToPay[]
}

type Pay = (tx: Tx, moment: Moment, settlement: TradePayment) => Promise<void>

/** How money of each method is taken; the methods that a gateway or a bank settles are not paid at the press of a button. */
const payBy: Record<PaymentMethod, Pay | undefined> = {
  credit: holdCredit,
  wallet: (tx, moment, { enterpriseId, orders }) =>
    payByWallet(tx, moment, {
      enterpriseId,
      moves: orders.map(({ orderId, amountFen, title }) => ({ enterpriseId, document: orderId, amountFen, title })),
    }),
  online: undefined,
  transfer: undefined,
}

/** Takes the money of a trade and writes down that it is paid. All of its orders or none. */
export async function takeTradePayment(tx: Tx, moment: Moment, method: PaymentMethod, settlement: TradePayment): Promise<void> {
  const pay = payBy[method]
  if (!pay) refuse('METHOD_NOT_OFFERED')
  await pay(tx, moment, settlement)
  await insertPayment(tx, moment, { ...settlement, method })
}

export interface IncomingOrderPayment {
  enterpriseId: string
  paymentId: string
  /** Where the money came in. */
  source: 'gateway' | 'bank'
  valueDay: string
  orders: readonly OrderToPay[]
}

/** Money that has arrived pays for the orders of its trade: in the books, and order by order. The payment is the caller's to settle. */
export async function payOrdersWithIncomingMoney(
  tx: Tx,
  moment: Moment,
  { enterpriseId, paymentId, source, valueDay, orders }: IncomingOrderPayment,
): Promise<void> {
  const kind = source === 'gateway' ? 'payByGateway' : 'payByBank'
  const transfers = orders.map(({ orderId, amountFen, title }) => ({ kind, document: orderId, amountFen, title, valueDay }) as const)
  await postTransfers(tx, moment, { enterpriseId, transfers })
  await allocatePayment(tx, { enterpriseId, paymentId, orders })
}

export interface OrderRefund {
  enterpriseId: string
  orderId: string
  amountFen: Fen
  title: string
  /** The how-manieth return of this order: the same one twice moves nothing twice. */
  seq: number
  /** The after-sale that it is for. */
  afterSaleId?: string
}

/** The way back of each method, and where the books take it from. What came by a transfer goes to the wallet (domain §6). */
const wayBack = {
  credit: { way: 'credit', source: 'commitment' },
  wallet: { way: 'wallet', source: 'sales' },
  online: { way: 'gateway', source: 'sales' },
  transfer: { way: 'wallet', source: 'sales' },
} as const satisfies Record<PaymentMethod, object>

/**
 * Money of what will not be shipped goes back the way it came: a hold is released, a wallet is refilled, a provider is asked to return it, which
 * a job sees to until it has. Refuses REFUND_TOO_MUCH: never more than was paid.
 */
export async function refundOrder(
  tx: Tx,
  moment: Moment,
  { enterpriseId, orderId, amountFen, title, seq, afterSaleId }: OrderRefund,
): Promise<void> {
  const paid = await findAllocation(tx, enterpriseId, orderId)
  if (!paid || amountFen === 0) return
  await markRefunded(tx, { enterpriseId, orderId, amountFen })
  const { way, source } = wayBack[paid.method]
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
  if (way === 'credit') await voidCreditHold(tx, moment, { enterpriseId, orderId, amountFen, title, seq })
  if (way === 'wallet') await refundToWallet(tx, moment, { enterpriseId, document: orderId, seq, amountFen, title: words })
}

/** What can still come back of what parcels drew, by parcel. */
export const getRefundableByParcel = getRefundableDrawdowns

/**
 * Money of what was sent on credit goes back: off the months that its parcels drew, and as far as those were repaid into the wallet. `parts`
 * add up to the amount. Refuses REFUND_TOO_MUCH, and DRAWDOWN_REFUNDED where a dispute took a drawdown back already.
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
  }: OrderRefund & { parts: readonly { parcelId: string; amountFen: Fen }[] },
): Promise<RefundSplit> {
  const paid = (await findAllocation(tx, enterpriseId, orderId)) ?? refuse('REFUND_TOO_MUCH')
  await markRefunded(tx, { enterpriseId, orderId, amountFen })
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
  return refundDrawdowns(tx, moment, { enterpriseId, document, parts, title: words })
}
