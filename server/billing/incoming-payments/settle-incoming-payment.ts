import type { OnlinePaymentChannel } from '#contract/money/payments/api.ts'
import { createMessageTextWithValues } from '#contract/people/messaging/message-texts/texts.ts'
import { type Fen, formatMoney } from '#contract/platform/core/money.ts'
import { postTransfersOfEnterprise } from '#server/money/ledger/public.ts'
import {
  claimIncomingGatewayPayment,
  countIncomingGatewayPayments,
  type ExternalPayment,
  findPayment,
  type IncomingPaymentOutcome,
  insertRefund,
  isPaymentOpen,
  lockPayment,
  updateIncomingGatewayPaymentOutcome,
  updatePaymentState,
} from '#server/money/payments/public.ts'
import { addToWalletAndRecoverBadDebts, repayDebt } from '#server/money/statements/public.ts'
import { postWalletTopUp } from '#server/money/wallet/public.ts'
import { lockOrdersOfTrade, type Order, payOrdersByIncomingPayment } from '#server/orders/orders/public.ts'
import { sendMessages } from '#server/people/messaging/public.ts'
import { findMainUserId } from '#server/people/organisation/public.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'

/** Money that has arrived from a provider or a bank. */
interface Arrived {
  enterpriseId: string
  paymentId: string
  amountFen: Fen
  /** The day from which the provider or the bank counts it. */
  valueDay: string
}
export type IncomingPayment = Arrived &
  (
    | { source: 'gateway'; channel: OnlinePaymentChannel /** The provider's number. */; reference: string }
    | {
        source: 'bank'
        /** The bank's number of the line that is used for this payment. */
        reference: string
      }
  )

interface Use {
  payment: ExternalPayment
  orders: readonly Order[]
  receipt: IncomingPayment
}

/** Uses the money for its purpose. Returns false if that is not possible any more. */
const purposes: Record<ExternalPayment['purpose'], (tx: Tx, moment: Moment, use: Use) => Promise<boolean>> = {
  trade: async (tx, moment, { payment, orders, receipt: { enterpriseId, paymentId, source, amountFen, valueDay } }) => {
    const { tradeId, userId } = payment
    return payOrdersByIncomingPayment(tx, moment, orders, {
      enterpriseId,
      tradeId: tradeId ?? '',
      paymentId,
      userId,
      amountFen,
      source,
      valueDay,
    })
  },
  topUp: async (tx, moment, { payment, receipt: { enterpriseId, paymentId, source, amountFen, valueDay } }) => {
    await addToWalletAndRecoverBadDebts(tx, moment, { enterpriseId, arrivedFen: amountFen }, () =>
      postWalletTopUp(tx, moment, { enterpriseId, document: paymentId, amountFen, title: payment.title, source, valueDay }),
    )
    return true
  },
  repay: async (tx, moment, { payment, receipt: { enterpriseId, paymentId, source, amountFen, valueDay } }) => {
    const { months, userId, title } = payment
    await repayDebt(tx, moment, { enterpriseId, source, amountFen, valueDay, document: paymentId, months, userId, title })
    return true
  },
}

/** Posts money that cannot be used to suspense, refunds it automatically through its provider, and notifies the buyer. */
async function setAside(
  tx: Tx,
  moment: Moment,
  { payment, receipt, why }: { payment: ExternalPayment; receipt: IncomingPayment; why: string },
): Promise<void> {
  const { enterpriseId, paymentId, amountFen, valueDay } = receipt
  const title = `待查-${payment.title}`
  const seq = (await countIncomingGatewayPayments(tx, { enterpriseId, id: paymentId })) - 1
  const transfer = { kind: 'gatewayToSuspense', amountFen, document: paymentId, seq, title, valueDay } as const
  await postTransfersOfEnterprise(tx, moment, { enterpriseId, transfers: [transfer] })
  const back = { amountFen, way: 'gateway', source: 'suspense', title: `退款-${payment.title}`, reason: why } as const
  await insertRefund(tx, moment, { enterpriseId, paymentId, orderId: null, seq, ...back })
  const main = await findMainUserId(tx, enterpriseId)
  const says = createMessageTextWithValues('paymentReturned', {
    what: payment.title,
    amount: formatMoney(amountFen),
    reason: why,
  })
  const userIds = main === undefined ? [payment.userId] : [payment.userId, main]
  await sendMessages(tx, moment, [{ enterpriseId, userIds, kind: 'system', alert: 'refund', says }])
}

/** Claims this money; false if it was processed before. A provider's number is recorded here, before any order is locked. */
async function claimReceipt(tx: Tx, moment: Moment, receipt: IncomingPayment): Promise<boolean> {
  if (receipt.source === 'gateway') return claimIncomingGatewayPayment(tx, moment, receipt)
  const payment = await findPayment(tx, { enterpriseId: receipt.enterpriseId, id: receipt.paymentId })
  return payment?.state !== 'SETTLED' || payment.reference !== receipt.reference
}

/** Uses the money for its purpose and returns the outcome. */
async function use(tx: Tx, moment: Moment, { payment, orders, receipt }: Use): Promise<IncomingPaymentOutcome> {
  if (!isPaymentOpen(payment)) return 'late'
  if (payment.amountFen !== receipt.amountFen) return 'mismatch'
  return (await purposes[payment.purpose](tx, moment, { payment, orders, receipt })) ? 'settled' : 'late'
}

const words = { late: '支付已关闭或已完成', mismatch: '到账金额与应付金额不符' } as const

/**
 * 到账: the only function that turns arrived money into a payment, a top-up or a repayment. A payment is settled exactly once, in whatever
 * order notices, queries and bank lines arrive; `seen` means that the same money was processed before. Money that is `late` (the payment is
 * closed, cancelled or settled) or a `mismatch` (another amount) is refunded by its provider. For a bank line nothing is posted then: the
 * money stays on the line for finance.
 */
export async function settleIncomingPayment(tx: Tx, moment: Moment, receipt: IncomingPayment): Promise<IncomingPaymentOutcome | 'seen'> {
  const { enterpriseId, paymentId } = receipt
  const ref = { enterpriseId, id: paymentId }
  const known = await findPayment(tx, ref)
  if (!known) throw new Error(`money for the payment ${paymentId}, which is none`)
  if (!(await claimReceipt(tx, moment, receipt))) return 'seen'
  const orders = known.tradeId === null ? [] : await lockOrdersOfTrade(tx, enterpriseId, known.tradeId)
  const payment = (await lockPayment(tx, ref)) ?? known
  const outcome = await use(tx, moment, { payment, orders, receipt })
  if (outcome === 'settled') {
    await updatePaymentState(tx, moment, ref, { to: 'SETTLED', reference: receipt.reference, valueDay: receipt.valueDay })
    return outcome
  }
  if (receipt.source === 'bank') return outcome
  await updatePaymentState(tx, moment, ref, { to: 'CLOSED', failure: words[outcome] })
  await setAside(tx, moment, { payment, receipt, why: words[outcome] })
  await updateIncomingGatewayPaymentOutcome(tx, receipt, outcome)
  return outcome
}
