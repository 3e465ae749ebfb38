import type { Fen } from '../../contract/money.ts'
import type { PaymentMethod } from '../../contract/ordering/amounts.ts'
import { refuse } from '../../contract/refusals.ts'
import { holdCredit, voidHold } from '../credit/public.ts'
import { postTransfers } from '../ledger/public.ts'
import type { Tx } from '../platform/db.ts'
import type { Moment } from '../platform/moment.ts'
import { type GivenBack, leftOfDrawdowns, refundDrawn } from '../statements/public.ts'
import { payByWallet, refundToWallet } from '../wallet/public.ts'
import { allocate, findAllocation, insertPayment, markRefunded } from './payments.ts'
import { insertRefund } from './refunds.ts'

export interface OrderToPay {
  orderId: string
  amountFen: Fen
  /** What the buyer reads in his records: the name of what was bought. */
  title: string
}

export interface Settlement {
  enterpriseId: string
  tradeId: string
  userId: string
  orders: readonly OrderToPay[]
}

type Pay = (tx: Tx, moment: Moment, settlement: Settlement) => Promise<void>

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
export async function settle(tx: Tx, moment: Moment, method: PaymentMethod, settlement: Settlement): Promise<void> {
  const pay = payBy[method]
  if (!pay) refuse('METHOD_NOT_OFFERED')
  await pay(tx, moment, settlement)
  await insertPayment(tx, moment, { ...settlement, method })
}

export interface Receipt {
  enterpriseId: string
  paymentId: string
  /** Where the money came in. */
  source: 'gateway' | 'bank'
  valueDay: string
  orders: readonly OrderToPay[]
}

/** Money that has arrived pays for the orders of its trade: in the books, and order by order. The payment is the caller's to settle. */
export async function takeForOrders(tx: Tx, moment: Moment, { enterpriseId, paymentId, source, valueDay, orders }: Receipt): Promise<void> {
  const kind = source === 'gateway' ? 'payByGateway' : 'payByBank'
  const transfers = orders.map(({ orderId, amountFen, title }) => ({ kind, document: orderId, amountFen, title, valueDay }) as const)
  await postTransfers(tx, moment, { enterpriseId, transfers })
  await allocate(tx, { enterpriseId, paymentId, orders })
}

export interface Return {
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
export async function giveBack(
  tx: Tx,
  moment: Moment,
  { enterpriseId, orderId, amountFen, title, seq, afterSaleId }: Return,
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
  if (way === 'credit') await voidHold(tx, moment, { enterpriseId, orderId, amountFen, title, seq })
  if (way === 'wallet') await refundToWallet(tx, moment, { enterpriseId, document: orderId, seq, amountFen, title: words })
}

/** What can still come back of what parcels drew, by parcel. */
export const drawnLeft = leftOfDrawdowns

/**
 * Money of what was sent on credit goes back: off the months that its parcels drew, and as far as those were repaid into the wallet. `parts`
 * add up to the amount. Refuses REFUND_TOO_MUCH, and DRAWDOWN_REFUNDED where a dispute took a drawdown back already.
 */
export async function giveBackDrawn(
  tx: Tx,
  moment: Moment,
  { enterpriseId, orderId, amountFen, title, seq, afterSaleId, parts }: Return & { parts: readonly { parcelId: string; amountFen: Fen }[] },
): Promise<GivenBack> {
  const paid = (await findAllocation(tx, enterpriseId, orderId)) ?? refuse('REFUND_TOO_MUCH')
  await markRefunded(tx, { enterpriseId, orderId, amountFen })
  const words = `退款-${title}`
  const document = await insertRefund(tx, moment, {
    ...{ enterpriseId, paymentId: paid.paymentId, orderId, seq, amountFen, way: 'credit', source: 'sales', title: words, reason: title },
    ...(afterSaleId === undefined ? {} : { afterSaleId }),
  })
  return refundDrawn(tx, moment, { enterpriseId, document, parts, title: words })
}
