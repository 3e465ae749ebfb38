// Describes one payment completely: receipts, notices of providers, queries and refunds.
import type { IncomingPaymentDetail } from '#contract/billing/finance/incoming-payments-api.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import {
  addDestinationToRefunds,
  findPayment,
  formatOutTradeOrRefundNumber,
  isPaymentOpen,
  listRefundsOfPayment,
  type PaymentRef,
  scheduleProviderQueryNow,
} from '#server/money/payments/public.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { findIncomingPaymentRow } from './incoming-payments.ts'

const readFacts = (db: Db, { enterpriseId, id }: PaymentRef) =>
  db
    .selectFrom('payment')
    .select(['failure', 'months', 'remark_code', 'value_day', 'expires_at', 'queries', 'asked_at', 'next_query_at'])
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

async function readOrders(db: Db, { enterpriseId, id }: PaymentRef): Promise<IncomingPaymentDetail['orders']> {
  const rows = await db
    .selectFrom('payment_allocation as a')
    .innerJoin('order as o', (join) => join.onRef('o.enterprise_id', '=', 'a.enterprise_id').onRef('o.id', '=', 'a.order_id'))
    .select(['o.order_no', 'a.amount_fen', 'a.refunded_fen'])
    .where('a.enterprise_id', '=', enterpriseId)
    .where('a.payment_id', '=', id)
    .orderBy('o.order_no')
    .execute()
  return rows.map((row) => ({ orderNo: row.order_no, amount: row.amount_fen, refunded: row.refunded_fen }))
}

async function readReceipts(db: Db, { enterpriseId, id }: PaymentRef): Promise<IncomingPaymentDetail['receipts']> {
  const rows = await db
    .selectFrom('gateway_receipt')
    .selectAll()
    .where('enterprise_id', '=', enterpriseId)
    .where('payment_id', '=', id)
    .orderBy('at')
    .execute()
  return rows.map((row) => ({
    reference: row.reference,
    amount: row.amount_fen,
    outcome: row.outcome,
    valueDay: row.value_day,
    at: row.at,
  }))
}

const NOTICES_MAX = 50

async function readNotices(db: Db, id: string): Promise<IncomingPaymentDetail['notices']> {
  const rows = await db
    .selectFrom('gateway_notice')
    .selectAll()
    .where('out_no', '=', formatOutTradeOrRefundNumber(id))
    .orderBy('at')
    .limit(NOTICES_MAX)
    .execute()
  return rows.map((row) => ({ noticeId: row.notice_id, told: row.told, amount: row.amount_fen, verdict: row.verdict, at: row.at }))
}

/** Describes a payment. Refuses PAYMENT_NOT_FOUND. */
export async function readIncomingPayment(db: Db, ref: PaymentRef): Promise<IncomingPaymentDetail> {
  const listed = (await findIncomingPaymentRow(db, ref)) ?? refuse('PAYMENT_NOT_FOUND')
  const facts = await readFacts(db, ref)
  const refunds = await addDestinationToRefunds(db, await listRefundsOfPayment(db, ref))
  return {
    ...listed,
    failure: facts.failure,
    months: facts.months === '' ? [] : facts.months.split(','),
    remarkCode: facts.remark_code,
    valueDay: facts.value_day,
    expiresAt: facts.expires_at,
    queries: { count: facts.queries, askedAt: facts.asked_at, nextAt: facts.next_query_at },
    orders: await readOrders(db, ref),
    receipts: await readReceipts(db, ref),
    notices: await readNotices(db, ref.id),
    refunds: refunds.map(({ amountFen, source: _, reference: __, ...refund }) => ({
      ...refund,
      enterpriseName: listed.enterpriseName,
      amount: amountFen,
    })),
  }
}

/** Schedules a query to the provider for the next run of the polling job. Refuses PAYMENT_NOT_FOUND, PAYMENT_OVER. */
export async function scheduleProviderQueryOfPaymentNow(tx: Tx, moment: Moment, ref: PaymentRef): Promise<void> {
  const payment = await findPayment(tx, ref)
  if (!payment || payment.channel === null) refuse('PAYMENT_NOT_FOUND')
  if (!isPaymentOpen(payment)) refuse('PAYMENT_OVER')
  await scheduleProviderQueryNow(tx, moment, ref)
}
