import { sql } from 'kysely'
import { type OrderState, type OrderVerb, orderLifecycle } from '#contract/orders/orders/order-lifecycle.ts'
import type { AlertKind } from '#contract/people/messaging/alert-api.ts'
import type { orderTexts } from '#contract/people/messaging/message-texts/orders.ts'
import { createTextMessage, type TextMessage } from '#contract/people/messaging/message-texts/texts.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { type NewMessage, sendMessages } from '#server/people/messaging/public.ts'
import { findMainUser } from '#server/people/organisation/public.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { publishEvents } from '#server/platform/core/outbox.ts'
import { type Actor, insertOrderEvents, type NewOrderEvent } from './order-events.ts'
import { listOrderLines, type Order, type OrderLineRow } from './order-rows.ts'

interface Telling {
  says: (order: Order, note: string) => TextMessage
  alert?: AlertKind
}

type OrderText = keyof typeof orderTexts
/** A message text whose only placeholder is the goods. */
const ofGoods =
  (text: Exclude<OrderText, 'orderAskApproval' | 'orderRejected' | 'orderApprovalOver'>) =>
  ({ firstGoods: goods }: Order): TextMessage =>
    createTextMessage(text, { goods })
const noted =
  (text: 'orderAskApproval' | 'orderRejected' | 'orderApprovalOver') =>
  ({ firstGoods: goods }: Order, note: string): TextMessage =>
    createTextMessage(text, { goods, note })

/** The message for a transition: by verb, else by the new state. */
const told: Partial<Record<OrderVerb | OrderState, Telling>> = {
  askApproval: { alert: 'approval', says: noted('orderAskApproval') },
  approve: { alert: 'approval', says: ofGoods('orderApproved') },
  approveFree: { says: ofGoods('orderApprovedFree') },
  reject: { alert: 'approval', says: noted('orderRejected') },
  expireApproval: { says: noted('orderApprovalOver') },
  refundAll: { says: ofGoods('orderRefunded') },
  refundRest: { says: ofGoods('orderRestRefunded') },
  WAIT_SEND: { says: ofGoods('orderPaid') },
  PART_SENT: { alert: 'order', says: ofGoods('orderPartSent') },
  SENT: { alert: 'order', says: ofGoods('orderSent') },
  WAIT_COMMENT: { says: ofGoods('orderReceived') },
  CANCELLED: { says: ofGoods('orderCancelled') },
}

/** Builds one message for each order, to the person who ordered and to the main account. */
function reminders(orders: readonly Order[], main: string | undefined, telling: Telling, { to, lines, note }: Told): NewMessage[] {
  return orders.map((order) => ({
    enterpriseId: order.enterpriseId,
    userIds: main === undefined ? [order.userId] : [order.userId, main],
    kind: 'order' as const,
    says: telling.says(order, note),
    alert: telling.alert,
    order: {
      orderNo: order.orderNo,
      goodsName: order.firstGoods,
      picture: lines.find(({ orderId }) => orderId === order.id)?.picture ?? null,
      amountFen: order.payableFen,
      state: to,
    },
  }))
}

interface Told {
  to: OrderState
  lines: readonly OrderLineRow[]
  note: string
}

/** Sends messages about a transition of orders of one enterprise, if it has a message. */
export async function sendOrderMessages(
  tx: Tx,
  moment: Moment,
  orders: readonly Order[],
  { verb, note = '' }: Omit<OrderTransition, 'actor'>,
): Promise<void> {
  const { to } = orderLifecycle.verbs[verb]
  const telling = told[verb] ?? told[to]
  const [first] = orders
  if (!telling || !first) return
  const ids = orders.map(({ id }) => id)
  const lines = await listOrderLines(tx, first.enterpriseId, ids)
  const main = await findMainUser(tx, first.enterpriseId)
  await sendMessages(tx, moment, reminders(orders, main, telling, { to, lines, note }))
}

/**
 * Changes the state of an order if it is still in one of the expected states, and returns the sequence number of the event. Of two
 * concurrent calls exactly one succeeds; the other gets undefined.
 */
async function compareAndSetState(
  tx: Tx,
  moment: Moment,
  { enterpriseId, id, from, to }: { enterpriseId: string; id: string; from: readonly OrderState[]; to: OrderState },
): Promise<number | undefined> {
  const row = await tx
    .updateTable('order')
    .set({ state: to, state_at: moment.now, pay_by: null, event_count: sql<number>`event_count + 1` })
    .where('enterprise_id', '=', enterpriseId)
    .where('id', '=', id)
    .where('state', '=', sql<OrderState>`any(${[...from]}::text[])`)
    .returning('event_count')
    .executeTakeFirst()
  return row?.event_count
}

export interface OrderTransition {
  verb: OrderVerb
  actor: Actor
  note?: string
}

/**
 * Applies a transition to orders of one enterprise: it changes the state, inserts an event, sends messages and publishes to the outbox. If
 * somebody else has changed one of the orders meanwhile, all are refused.
 */
export async function transitionOrders(
  tx: Tx,
  moment: Moment,
  orders: readonly Order[],
  { verb, actor, note }: OrderTransition,
): Promise<void> {
  const { from, to } = orderLifecycle.verbs[verb]
  const events: NewOrderEvent[] = []
  for (const { enterpriseId, id, orderNo, state } of orders) {
    const seq = (await compareAndSetState(tx, moment, { enterpriseId, id, from, to })) ?? refuse('ORDER_ACTION_NOT_ALLOWED', { orderNo })
    events.push({ enterpriseId, orderId: id, seq, verb, from: state, to, actor, ...(note === undefined ? {} : { note }) })
  }
  await insertOrderEvents(tx, moment, events)
  await sendOrderMessages(tx, moment, orders, { verb, ...(note === undefined ? {} : { note }) })
  await publishEvents(
    tx,
    moment,
    orders.map(({ enterpriseId, id, orderNo }) => ({ topic: 'order.moved', enterpriseId, payload: { orderId: id, orderNo, to } })),
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
export async function recordOrderEvent(
  tx: Tx,
  moment: Moment,
  order: Order,
  event: Pick<NewOrderEvent, 'verb' | 'actor' | 'note'>,
): Promise<void> {
  const { enterpriseId, id, state } = order
  await insertOrderEvents(tx, moment, [{ enterpriseId, orderId: id, seq: await nextEventNo(tx, order), from: state, to: state, ...event }])
}
