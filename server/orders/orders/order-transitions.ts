import { sql } from 'kysely'
import { orderStatesWithContract } from '#contract/billing/contracts/api.ts'
import { type OrderState, type OrderVerb, orderLifecycle } from '#contract/orders/orders/order-lifecycle.ts'
import type { SmsAlertKind } from '#contract/people/messaging/alert-api.ts'
import type { orderTexts } from '#contract/people/messaging/message-texts/orders.ts'
import { createMessageTextWithValues, type MessageTextWithValues } from '#contract/people/messaging/message-texts/texts.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { addHours } from '#contract/platform/core/shanghai.ts'
import { createMessageSenderWithPreloadedTexts, type NewMessage } from '#server/people/messaging/public.ts'
import { compileOnce } from '#server/platform/core/compiled-once.ts'
import { anyOfIdsSql, anyOfTextsSql, awaitAllAndThrowFirstError, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { type OutboxEvent, publishEvents } from '#server/platform/core/outbox.ts'
import { type EventActor, insertOrderEvents, type NewOrderEvent } from './order-events.ts'
import { findFirstLinePicturesAndMainUserId } from './order-lines.ts'
import { formatGoodsOfOrders, type Order } from './order-store.ts'

interface OrderMessage {
  says: (order: Order, note: string) => MessageTextWithValues
  alert?: SmsAlertKind
}

type OrderText = keyof typeof orderTexts
/** A message text whose only placeholder is the goods. */
const ofGoods =
  (text: Exclude<OrderText, 'orderAskApproval' | 'orderRejected' | 'orderApprovalOver'>) =>
  (order: Order): MessageTextWithValues =>
    createMessageTextWithValues(text, { goods: formatGoodsOfOrders([order]) })
const noted =
  (text: 'orderAskApproval' | 'orderRejected' | 'orderApprovalOver') =>
  (order: Order, note: string): MessageTextWithValues =>
    createMessageTextWithValues(text, { goods: formatGoodsOfOrders([order]), note })

/** The message for a transition: by verb, else by the new state. */
const messagesByTransition: Partial<Record<OrderVerb | OrderState, OrderMessage>> = {
  askApproval: { alert: 'approval', says: noted('orderAskApproval') },
  approve: { alert: 'approval', says: ofGoods('orderApproved') },
  approveFree: { says: ofGoods('orderApprovedFree') },
  reject: { alert: 'approval', says: noted('orderRejected') },
  expireApproval: { alert: 'refund', says: noted('orderApprovalOver') },
  refundAll: { alert: 'refund', says: ofGoods('orderRefunded') },
  refundRest: { alert: 'refund', says: ofGoods('orderRestRefunded') },
  WAIT_SEND: { says: ofGoods('orderPaid') },
  PART_SENT: { alert: 'order', says: ofGoods('orderPartSent') },
  SENT: { alert: 'order', says: ofGoods('orderSent') },
  WAIT_COMMENT: { says: ofGoods('orderReceived') },
  CANCELLED: { alert: 'refund', says: ofGoods('orderCancelled') },
}

interface TransitionMessages {
  orders: readonly Order[]
  message: OrderMessage
  to: OrderState
  note: string
}

/** Builds one message for each order, to the person who ordered and to the main account. */
function buildReminders(
  { orders, message, to, note }: TransitionMessages,
  { main, pictures }: { main: string | undefined; pictures: ReadonlyMap<string, string | null> },
): NewMessage[] {
  return orders.map((order) => ({
    enterpriseId: order.enterpriseId,
    userIds: main === undefined ? [order.userId] : [order.userId, main],
    kind: 'order' as const,
    says: message.says(order, note),
    alert: message.alert,
    order: {
      orderNo: order.orderNo,
      goodsName: formatGoodsOfOrders([order]),
      picture: pictures.get(order.id) ?? null,
      amountFen: order.payableFen,
      state: to,
    },
  }))
}

/**
 * Reads the data for the messages about a transition of orders of one enterprise, and returns how to send them. The events that it is given
 * then are published with those of the messages, by one statement.
 */
async function prepareOrderMessages(
  tx: Tx,
  moment: Moment,
  orders: readonly Order[],
  { verb, note = '' }: Pick<OrderTransition, 'verb' | 'note'>,
): Promise<(events: readonly OutboxEvent[]) => Promise<void>> {
  const { to } = orderLifecycle.verbs[verb]
  const message = messagesByTransition[verb] ?? messagesByTransition[to]
  const [first] = orders
  if (!message || !first) return (events) => publishEvents(tx, moment, events)
  const ids = orders.map(({ id }) => id)
  const [known, send] = await awaitAllAndThrowFirstError(
    findFirstLinePicturesAndMainUserId(tx, first.enterpriseId, ids),
    createMessageSenderWithPreloadedTexts(tx, [message.says(first, note).text]),
  )
  return (events) => send(tx, moment, buildReminders({ orders, message, to, note }, known), events)
}

/** Sends messages about a transition of orders of one enterprise, if it has a message. */
export async function sendMessagesOfOrderTransition(
  tx: Tx,
  moment: Moment,
  orders: readonly Order[],
  transition: Pick<OrderTransition, 'verb' | 'note'>,
): Promise<void> {
  const send = await prepareOrderMessages(tx, moment, orders, transition)
  await send([])
}

interface NewState {
  enterpriseId: string
  ids: string[]
  from: readonly OrderState[]
  to: OrderState
  at: Date
  pay_by: Date | null
  /** Whether the order is still due on the day on which it was due before. */
  keepsShipDay: boolean
}

const updateStates = compileOnce(
  (tx, { enterpriseId, ids, from, to, at, keepsShipDay, ...also }: NewState & Omit<OrderColumnChanges, 'pay_by'>) =>
    tx
      .updateTable('order')
      .set({ ...also, state: to, state_at: at, receive_by: null, event_count: sql<number>`event_count + 1` })
      // The part that is left is due as the whole was.
      .$if(keepsShipDay, (query) => query.set({ to_ship_since: sql<Date>`coalesce(to_ship_since, state_at)` }))
      .where('enterprise_id', '=', enterpriseId)
      .where('id', '=', anyOfIdsSql(ids))
      .where('state', '=', anyOfTextsSql(from))
      .returning(['id', 'event_count']),
)

/**
 * Changes the state of locked orders of one enterprise that are still in one of the expected states, and returns the sequence numbers of
 * their events by order. Of two concurrent calls exactly one succeeds; the other does not get the order's number.
 */
async function compareAndSetStates(
  tx: Tx,
  moment: Moment,
  orders: readonly Order[],
  { from, to, also }: { from: readonly OrderState[]; to: OrderState; also: OrderColumnChanges | undefined },
): Promise<Map<string, number>> {
  const [first] = orders
  if (!first) return new Map()
  const { enterpriseId } = first
  const ids = orders.map(({ id }) => id)
  const keepsShipDay = to === 'PART_SENT'
  const rows = await updateStates(tx, {
    ...also,
    pay_by: also?.pay_by ?? null,
    keepsShipDay,
    enterpriseId,
    ids,
    from,
    to,
    at: moment.now,
  }).execute()
  return new Map(rows.map(({ id, event_count }) => [id, event_count]))
}

/** Further columns that the update of the state changes. */
export type OrderColumnChanges = Partial<{
  last_parcel_at: Date
  cancel_asked_at: Date | null
  cancel_reason: string | null
  /** Left out: the deadline of the lifecycle applies. */
  pay_by: Date
}>

export interface OrderTransition {
  verb: OrderVerb
  actor: EventActor
  note?: string
  also?: OrderColumnChanges
}

/** The event that the contracts of orders of one enterprise may be others now. */
export const buildContractsChangedEvent = (orders: readonly Order[]): OutboxEvent => {
  const enterpriseId = orders[0]?.enterpriseId ?? ''
  return {
    topic: 'document.changed',
    enterpriseId,
    payload: { enterpriseId, kind: 'PURCHASE', subjects: orders.map(({ orderNo }) => orderNo) },
  }
}

/**
 * Applies a transition to locked orders of one enterprise: it changes the state, inserts an event, sends messages and publishes to the
 * outbox. If somebody else has changed one of the orders meanwhile, all are refused.
 */
export async function transitionOrders(
  tx: Tx,
  moment: Moment,
  orders: readonly Order[],
  { verb, actor, note, also }: OrderTransition,
): Promise<void> {
  if (orders.length === 0) return
  const { from, to } = orderLifecycle.verbs[verb]
  const noted = note === undefined ? {} : { note }
  const [seqs, sendPrepared] = await awaitAllAndThrowFirstError(
    compareAndSetStates(tx, moment, orders, { from, to, also }),
    prepareOrderMessages(tx, moment, orders, { verb, ...noted }),
  )
  const events = orders.map(({ enterpriseId, id, orderNo, state }): NewOrderEvent => {
    const seq = seqs.get(id) ?? refuse('ORDER_ACTION_NOT_ALLOWED', { orderNo })
    return { enterpriseId, orderId: id, seq, verb, from: state, to, actor, ...noted }
  })
  await awaitAllAndThrowFirstError(
    insertOrderEvents(tx, moment, events),
    sendPrepared([
      ...orders.map(
        ({ enterpriseId, id, orderNo }) => ({ topic: 'order.moved', enterpriseId, payload: { orderId: id, orderNo, to } }) as const,
      ),
      // An order that goes back, or is cancelled, has no contract any more.
      ...((orderStatesWithContract as readonly OrderState[]).includes(to) ? [] : [buildContractsChangedEvent(orders)]),
    ]),
  )
}

/** Takes the sequence number of an event that does not change the state. */
async function nextEventNo(tx: Tx, { enterpriseId, id }: Order): Promise<number> {
  const { event_count } = await tx
    .updateTable('order')
    .set({ event_count: sql<number>`event_count + 1` })
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', id)
    .returning('event_count')
    .executeTakeFirstOrThrow()
  return event_count
}

/** Adds an event that does not change the state to an order's history. */
export async function recordOrderEventWithoutTransition(
  tx: Tx,
  moment: Moment,
  order: Order,
  event: Pick<NewOrderEvent, 'verb' | 'actor' | 'note'>,
): Promise<void> {
  const { enterpriseId, id, state } = order
  await insertOrderEvents(tx, moment, [{ enterpriseId, orderId: id, seq: await nextEventNo(tx, order), from: state, to: state, ...event }])
}

/** Updates one order. */
const updateRow = (tx: Tx, { enterpriseId, id }: Order) =>
  tx.updateTable('order').where('enterprise_id', '=', enterpriseId).where('id', '=', id)

/** The time of the clock for the automatic receipt, which stands still while an after-sale of a shipped order is open. */
const readReceiptClock = (moment: Moment, { stateAt, afterSaleSince }: Order): Date =>
  afterSaleSince === null ? moment.now : new Date(Math.max(afterSaleSince.getTime(), stateAt.getTime()))

const plusMs = (at: Date, ms: number): Date => new Date(at.getTime() + ms)

/** Records whether a locked order has open after-sales. The time with an open after-sale does not count for the automatic receipt. */
export async function setOrderAfterSaleOpen(tx: Tx, moment: Moment, order: Order, open: boolean): Promise<void> {
  const { state, stateAt, afterSaleSince, receiveBy } = order
  if (open === (afterSaleSince !== null)) return
  const stood = state === 'SENT' ? moment.now.getTime() - readReceiptClock(moment, order).getTime() : 0
  const since = { after_sale_since: open ? moment.now : null }
  const later = { state_at: plusMs(stateAt, stood), receive_by: receiveBy && plusMs(receiveBy, stood) }
  await updateRow(tx, order)
    .set(stood > 0 ? { ...since, ...later } : since)
    .execute()
}

/** Whoever loses the period after the delivery is told at least this much before the receipt. */
const RECEIPT_NOTICE_DAYS = 3

/**
 * Records whether the carriers have delivered everything of a locked order that is on its way: then it is received automatically so many
 * days from now. If that proves wrong, the deadline of the lifecycle applies again, in three days at the earliest.
 */
export async function setOrderDeliveredByCarriers(
  tx: Tx,
  moment: Moment,
  order: Order,
  { delivered, days }: { delivered: boolean; days: number },
): Promise<void> {
  if (order.state !== 'SENT' || delivered === (order.receiveBy !== null)) return
  const clock = readReceiptClock(moment, order)
  if (delivered) {
    await updateRow(tx, order)
      .set({ receive_by: addHours(clock, days * 24) })
      .execute()
    return
  }
  const { afterHours = 0 } = orderLifecycle.verbs.autoReceive
  const earliest = addHours(clock, RECEIPT_NOTICE_DAYS * 24 - afterHours)
  await updateRow(tx, order)
    .set({ receive_by: null, state_at: new Date(Math.max(earliest.getTime(), order.stateAt.getTime())) })
    .execute()
}
