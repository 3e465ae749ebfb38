// Creates incoming payments and changes them: sent to a provider, settled or closed.
import { sql } from 'kysely'
import type { OnlinePaymentChannel, PaymentInvitation, PaymentScene } from '#contract/money/payments/api.ts'
import type { PaymentState } from '#contract/money/payments/payment-lifecycle.ts'
import type { PaymentMethod } from '#contract/orders/orders/amounts.ts'
import type { Fen } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { publishEvents } from '#server/platform/core/outbox.ts'
import {
  type ExternalPayment,
  formatOutTradeOrRefundNumber,
  lockOpenPaymentOfTrade,
  openPaymentStatesSql,
  type PaymentRef,
} from './external-payments.ts'

export interface NewExternalPayment {
  enterpriseId: string
  purpose: ExternalPayment['purpose']
  tradeId?: string
  method: Extract<PaymentMethod, 'online' | 'transfer'>
  channel?: OnlinePaymentChannel
  /** Default: at a desk. */
  scene?: PaymentScene
  title: string
  amountFen: Fen
  userId: string
  months?: readonly string[]
  expiresAt?: Date
  /** For a bank transfer: the remark that the payer writes. */
  remarkCode?: string
  nextQueryAt?: Date
}

/** Inserts a payment that nobody has seen yet. With a channel, its provider will know it by its number. */
export async function insertExternalPayment(tx: Tx, moment: Moment, payment: NewExternalPayment): Promise<string> {
  const id = moment.newId()
  await tx
    .insertInto('payment')
    .values({
      enterprise_id: payment.enterpriseId,
      id,
      purpose: payment.purpose,
      trade_id: payment.tradeId ?? null,
      method: payment.method,
      channel: payment.channel ?? null,
      scene: payment.scene ?? 'desk',
      title: payment.title,
      amount_fen: payment.amountFen,
      state: 'CREATED',
      paid_by: payment.userId,
      months: (payment.months ?? []).join(','),
      created_at: moment.now,
      expires_at: payment.expiresAt ?? null,
      next_query_at: payment.nextQueryAt ?? null,
      remark_code: payment.remarkCode ?? null,
    })
    .execute()
  if (payment.channel !== undefined) {
    const known = {
      out_trade_no: formatOutTradeOrRefundNumber(id),
      channel: payment.channel,
      enterprise_id: payment.enterpriseId,
      payment_id: id,
    }
    await tx.insertInto('gateway_trade').values(known).execute()
  }
  if (payment.remarkCode !== undefined)
    await tx.insertInto('transfer_code').values({ code: payment.remarkCode, enterprise_id: payment.enterpriseId, payment_id: id }).execute()
  return id
}

export interface PaymentStateChange {
  to: Exclude<PaymentState, 'CREATED' | 'UNDONE'>
  /** Only from this state. Default: any open state. */
  from?: PaymentState
  invitation?: PaymentInvitation
  failure?: string
  reference?: string
  valueDay?: string
  expiresAt?: Date
}

/**
 * A payment can be paid although the provider was asked to close it, and a page cannot be closed at all. So the provider is queried once
 * more after the end. A settled payment needs no query.
 */
const nextQuery = {
  PENDING: sql<Date | null>`next_query_at`,
  UNKNOWN: sql<Date | null>`next_query_at`,
  SETTLED: null,
  CLOSED: sql<Date | null>`case when channel is null then null else (expires_at at time zone 'UTC' + interval '1 minute') at time zone 'UTC' end`,
}

/** Changes the state of an open payment. If two callers do it at once, one wins and the other gets false. */
export async function updatePaymentState(
  tx: Tx,
  moment: Moment,
  { enterpriseId, id }: PaymentRef,
  change: PaymentStateChange,
): Promise<boolean> {
  const row = await tx
    .updateTable('payment')
    .set({
      state: change.to,
      paid_at: change.to === 'SETTLED' ? moment.now : null,
      next_query_at: nextQuery[change.to],
      ...(change.invitation === undefined ? {} : { invitation: JSON.stringify(change.invitation) as never, invited_at: moment.now }),
      ...(change.failure === undefined ? {} : { failure: change.failure }),
      ...(change.reference === undefined ? {} : { reference: change.reference }),
      ...(change.valueDay === undefined ? {} : { value_day: change.valueDay }),
      ...(change.expiresAt === undefined ? {} : { expires_at: change.expiresAt }),
    })
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', id)
    .where('state', '=', change.from ?? openPaymentStatesSql)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Claims the right to query the provider. False if somebody else has queried within `everyMs`, or the payment has ended. */
export async function claimProviderQuery(tx: Tx, moment: Moment, { enterpriseId, id }: PaymentRef, everyMs: number): Promise<boolean> {
  const row = await tx
    .updateTable('payment')
    .set({ asked_at: moment.now })
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', id)
    .where('state', '=', openPaymentStatesSql)
    .where((eb) => eb.or([eb('asked_at', 'is', null), eb('asked_at', '<=', new Date(moment.now.getTime() - everyMs))]))
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Claims a due query for the job, and schedules the next one if there is one. Only one of several callers gets it; for the others it is no
 * longer due.
 */
export async function claimProviderQueryAndScheduleNext(
  tx: Tx,
  { enterpriseId, id }: PaymentRef,
  { queries, at, due }: { queries: number; at: Date | null; due: Date },
): Promise<boolean> {
  const row = await tx
    .updateTable('payment')
    .set({ queries: queries + 1, next_query_at: at })
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', id)
    .where('queries', '=', queries)
    .where('next_query_at', '<=', due)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** No more queries are needed. */
export async function stopProviderQueries(tx: Tx, { enterpriseId, id }: PaymentRef): Promise<void> {
  await tx.updateTable('payment').set({ next_query_at: null }).where('enterprise_id', '=', enterpriseId).where('id', '=', id).execute()
}

/** Schedules a query at once: a report about the payment has arrived that only its provider can confirm. */
export async function scheduleProviderQueryNow(tx: Tx, moment: Moment, { enterpriseId, id }: PaymentRef): Promise<void> {
  await tx
    .updateTable('payment')
    .set({ next_query_at: moment.now })
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', id)
    .where('state', '=', openPaymentStatesSql)
    .execute()
}

/**
 * Closes the open payment of a trade because it will not be paid this way, and informs its provider after the commit. If the buyer pays
 * nevertheless, the money is late and is refunded. Refuses PAYMENT_UNCLEAR while the result is unknown, VOUCHER_IN_REVIEW during the
 * review.
 */
export async function closeOpenPaymentAndInformProvider(
  tx: Tx,
  moment: Moment,
  { enterpriseId, tradeId, why }: { enterpriseId: string; tradeId: string; why: string },
): Promise<void> {
  const open = await lockOpenPaymentOfTrade(tx, enterpriseId, tradeId)
  if (!open) return
  if (open.state === 'UNKNOWN') refuse(open.method === 'transfer' ? 'VOUCHER_IN_REVIEW' : 'PAYMENT_UNCLEAR')
  await updatePaymentState(tx, moment, open, { to: 'CLOSED', failure: why })
  if (open.channel !== null)
    await publishEvents(tx, moment, [{ topic: 'payment.closed', enterpriseId, payload: { enterpriseId, paymentId: open.id } }])
}
