// Writes the tables `gateway_receipt` and `gateway_notice`: the reports of providers, by their numbers. Reads `gateway_trade`, whose rows
// update-payments.ts inserts with their payments.

import type { OnlinePaymentChannel } from '#contract/money/payments/api.ts'
import type { Fen } from '#contract/platform/core/money.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import type { PaymentRef } from './external-payments.ts'

/** Finds the payment of a provider's number; undefined: unknown, or of another provider. */
export async function findPaymentRefByOutTradeNo(
  db: Db,
  channel: OnlinePaymentChannel,
  outTradeNo: string,
): Promise<PaymentRef | undefined> {
  const row = await db
    .selectFrom('gateway_trade')
    .select(['enterprise_id', 'payment_id'])
    .where('out_trade_no', '=', outTradeNo)
    .where('channel', '=', channel)
    .executeTakeFirst()
  return row && { enterpriseId: row.enterprise_id, id: row.payment_id }
}

/** The result of arrived money. */
export type IncomingPaymentOutcome = 'settled' | 'late' | 'mismatch'

export interface IncomingGatewayPayment {
  channel: OnlinePaymentChannel
  /** The provider's number of the money. */
  reference: string
  enterpriseId: string
  paymentId: string
  amountFen: Fen
  valueDay: string
}

/**
 * Claims a provider's number for this transaction. Another transaction with the same number waits until the commit. Returns false if it was
 * claimed before. Claim it before any lock on orders.
 */
export async function claimIncomingGatewayPayment(tx: Tx, moment: Moment, payment: IncomingGatewayPayment): Promise<boolean> {
  const taken = await tx
    .insertInto('gateway_receipt')
    .values({
      channel: payment.channel,
      reference: payment.reference,
      enterprise_id: payment.enterpriseId,
      payment_id: payment.paymentId,
      amount_fen: payment.amountFen,
      outcome: 'settled',
      value_day: payment.valueDay,
      at: moment.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return Boolean(taken.numInsertedOrUpdatedRows)
}

export async function updateIncomingGatewayPaymentOutcome(
  tx: Tx,
  { channel, reference }: Pick<IncomingGatewayPayment, 'channel' | 'reference'>,
  outcome: IncomingPaymentOutcome,
): Promise<void> {
  await tx.updateTable('gateway_receipt').set({ outcome }).where('channel', '=', channel).where('reference', '=', reference).execute()
}

/** Counts how often money arrived for a payment. */
export async function countIncomingGatewayPayments(db: Db, { enterpriseId, id }: PaymentRef): Promise<number> {
  const { count } = await db
    .selectFrom('gateway_receipt')
    .select(db.fn.countAll<number>().as('count'))
    .where('enterprise_id', '=', enterpriseId)
    .where('payment_id', '=', id)
    .executeTakeFirstOrThrow()
  return count
}

const receiptFrom = (row: {
  channel: string
  reference: string
  enterprise_id: string
  payment_id: string
  amount_fen: Fen
  value_day: string
}) => ({
  channel: row.channel as OnlinePaymentChannel,
  reference: row.reference,
  enterpriseId: row.enterprise_id,
  paymentId: row.payment_id,
  amountFen: row.amount_fen,
  valueDay: row.value_day,
})

/** Lists all money that arrived for a payment. */
export async function listIncomingGatewayPayments(db: Db, { enterpriseId, id }: PaymentRef): Promise<IncomingGatewayPayment[]> {
  const rows = await db
    .selectFrom('gateway_receipt')
    .selectAll()
    .where('enterprise_id', '=', enterpriseId)
    .where('payment_id', '=', id)
    .execute()
  return rows.map(receiptFrom)
}

/** Lists what a provider received for the mall on a day. */
export async function listIncomingGatewayPaymentsOfDay(
  db: Db,
  channel: OnlinePaymentChannel,
  day: string,
): Promise<IncomingGatewayPayment[]> {
  const rows = await db.selectFrom('gateway_receipt').selectAll().where('channel', '=', channel).where('value_day', '=', day).execute()
  return rows.map(receiptFrom)
}

export interface NewGatewayNotice {
  channel: OnlinePaymentChannel
  noticeId: string
  outNo: string
  reportedState: string
  amountFen: Fen | undefined
  verdict: string
}

/** Stores a notification with a valid signature and its result. Returns false if it was stored before. */
export async function recordGatewayNotice(tx: Tx, moment: Moment, callback: NewGatewayNotice): Promise<boolean> {
  const kept = await tx
    .insertInto('gateway_notice')
    .values({
      channel: callback.channel,
      notice_id: callback.noticeId,
      out_no: callback.outNo,
      told: callback.reportedState,
      amount_fen: callback.amountFen ?? null,
      verdict: callback.verdict,
      at: moment.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return Boolean(kept.numInsertedOrUpdatedRows)
}
