// Makes payments that are on their way in, and moves them: told to a provider, settled or closed.
import { sql } from 'kysely'
import type { PaymentChannel } from '#contract/money/payments/api.ts'
import type { PaymentState } from '#contract/money/payments/payment-lifecycle.ts'
import type { PaymentMethod } from '#contract/orders/orders/amounts.ts'
import type { Fen } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { publish } from '#server/platform/core/outbox.ts'
import {
  type ExternalPayment,
  formatOutNo,
  lockOpenPayment,
  openPaymentStates,
  type PaymentAction,
  type PaymentRef,
} from './external-payments.ts'

export interface NewExternalPayment {
  enterpriseId: string
  purpose: ExternalPayment['purpose']
  tradeId?: string
  method: Extract<PaymentMethod, 'online' | 'transfer'>
  channel?: PaymentChannel
  title: string
  amountFen: Fen
  userId: string
  months?: readonly string[]
  expiresAt?: Date
  /** Of a transfer: what its payer writes into it. */
  remarkCode?: string
  nextQueryAt?: Date
}

/** A payment that nobody has been told of yet. With a channel, its provider will know it by its number. */
export async function insertExternalPayment(tx: Tx, moment: Moment, one: NewExternalPayment): Promise<string> {
  const id = moment.newId()
  await tx
    .insertInto('payment')
    .values({
      enterprise_id: one.enterpriseId,
      id,
      purpose: one.purpose,
      trade_id: one.tradeId ?? null,
      method: one.method,
      channel: one.channel ?? null,
      title: one.title,
      amount_fen: one.amountFen,
      state: 'CREATED',
      paid_by: one.userId,
      months: (one.months ?? []).join(','),
      created_at: moment.now,
      expires_at: one.expiresAt ?? null,
      next_query_at: one.nextQueryAt ?? null,
      remark_code: one.remarkCode ?? null,
    })
    .execute()
  if (one.channel !== undefined) {
    const known = { out_trade_no: formatOutNo(id), channel: one.channel, enterprise_id: one.enterpriseId, payment_id: id }
    await tx.insertInto('gateway_trade').values(known).execute()
  }
  if (one.remarkCode !== undefined)
    await tx.insertInto('transfer_code').values({ code: one.remarkCode, enterprise_id: one.enterpriseId, payment_id: id }).execute()
  return id
}

export interface PaymentStateChange {
  to: Exclude<PaymentState, 'CREATED'>
  /** Only from this state; from any under way by default. */
  from?: PaymentState
  invitation?: PaymentAction
  failure?: string
  reference?: string
  valueDay?: string
  expiresAt?: Date
}

/**
 * What a provider was told to close can still have been paid, and a page cannot be closed at all: after its end it is asked once more. What is
 * settled needs no asking.
 */
const nextQuery = {
  PENDING: sql<Date | null>`next_query_at`,
  UNKNOWN: sql<Date | null>`next_query_at`,
  SETTLED: null,
  CLOSED: sql<Date | null>`case when channel is null then null else expires_at + interval '1 minute' end`,
}

/** Moves a payment on that is still under way. Of two who press at once one wins; the other is told false. */
export async function updatePaymentState(
  tx: Tx,
  moment: Moment,
  { enterpriseId, id }: PaymentRef,
  step: PaymentStateChange,
): Promise<boolean> {
  const row = await tx
    .updateTable('payment')
    .set({
      state: step.to,
      paid_at: step.to === 'SETTLED' ? moment.now : null,
      next_query_at: nextQuery[step.to],
      ...(step.invitation === undefined ? {} : { invitation: JSON.stringify(step.invitation) as never }),
      ...(step.failure === undefined ? {} : { failure: step.failure }),
      ...(step.reference === undefined ? {} : { reference: step.reference }),
      ...(step.valueDay === undefined ? {} : { value_day: step.valueDay }),
      ...(step.expiresAt === undefined ? {} : { expires_at: step.expiresAt }),
    })
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', id)
    .where('state', '=', step.from ?? openPaymentStates)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Takes the turn to ask the provider; false when somebody else has asked within `everyMs`, or the payment is over. */
export async function claimProviderQuery(tx: Tx, moment: Moment, { enterpriseId, id }: PaymentRef, everyMs: number): Promise<boolean> {
  const row = await tx
    .updateTable('payment')
    .set({ asked_at: moment.now })
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', id)
    .where('state', '=', openPaymentStates)
    .where((eb) => eb.or([eb('asked_at', 'is', null), eb('asked_at', '<=', new Date(moment.now.getTime() - everyMs))]))
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Takes the janitor's turn to ask, and notes when it asks next, if at all. Of several at once one has it: who comes later finds that it is not
 * due any more.
 */
export async function scheduleNextQuery(
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

/** Nobody needs to ask about it any more. */
export async function stopProviderQueries(tx: Tx, { enterpriseId, id }: PaymentRef): Promise<void> {
  await tx.updateTable('payment').set({ next_query_at: null }).where('enterprise_id', '=', enterpriseId).where('id', '=', id).execute()
}

/** Asks for the janitor at once: something was told of a payment that only its provider can say for sure. */
export async function scheduleQueryNow(tx: Tx, moment: Moment, { enterpriseId, id }: PaymentRef): Promise<void> {
  await tx
    .updateTable('payment')
    .set({ next_query_at: moment.now })
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', id)
    .where('state', '=', openPaymentStates)
    .execute()
}

/**
 * The trade is not to be paid this way any more: its payment under way is closed, and its provider told after the commit. What the buyer pays
 * all the same is late and goes back. Refuses PAYMENT_UNCLEAR while nobody knows whether it was paid, VOUCHER_IN_REVIEW while that is looked at.
 */
export async function closeExternalPayment(
  tx: Tx,
  moment: Moment,
  { enterpriseId, tradeId, why }: { enterpriseId: string; tradeId: string; why: string },
): Promise<void> {
  const open = await lockOpenPayment(tx, enterpriseId, tradeId)
  if (!open) return
  if (open.state === 'UNKNOWN') refuse(open.method === 'transfer' ? 'VOUCHER_IN_REVIEW' : 'PAYMENT_UNCLEAR')
  await updatePaymentState(tx, moment, open, { to: 'CLOSED', failure: why })
  if (open.channel !== null)
    await publish(tx, moment, [{ topic: 'payment.closed', enterpriseId, payload: { enterpriseId, paymentId: open.id } }])
}
