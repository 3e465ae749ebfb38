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
import { publish } from '#server/platform/core/outbox.ts'
import { type Actor, insertOrderEvents, type NewOrderEvent } from './order-events.ts'
import { listOrderLines, type Order, type OrderLineRow } from './order-rows.ts'

interface Telling {
  says: (order: Order, note: string) => TextMessage
  alert?: AlertKind
}

type OrderText = keyof typeof orderTexts
/** A text that speaks of nothing but the goods. */
const ofGoods =
  (text: Exclude<OrderText, 'orderAskApproval' | 'orderRejected' | 'orderApprovalOver'>) =>
  ({ firstGoods: goods }: Order): TextMessage =>
    createTextMessage(text, { goods })
const noted =
  (text: 'orderAskApproval' | 'orderRejected' | 'orderApprovalOver') =>
  ({ firstGoods: goods }: Order, note: string): TextMessage =>
    createTextMessage(text, { goods, note })

/** What the buyer is told of a move: the verb's own words, else those of the state that an order has come to. */
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

/** One reminder to whoever ordered and to the main account: what, how much, where it stands. */
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
      image: lines.find(({ orderId }) => orderId === order.id)?.goodsSlug ?? '',
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

/** Tells of a move of some orders of one company, where there is something to tell. */
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
 * Moves an order's state when it is still in one of the expected ones, and returns the number of the event that tells of it. Of two who
 * press at once exactly one wins; the other gets undefined.
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
 * Moves orders of one company along the lifecycle: the state by compare-and-set, an event, the reminders, the news. An order that
 * somebody else has moved meanwhile refuses the whole.
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
  await publish(
    tx,
    moment,
    orders.map(({ enterpriseId, id, orderNo }) => ({ topic: 'order.moved', enterpriseId, payload: { orderId: id, orderNo, to } })),
  )
}

/** The number of an event that moves nothing. */
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

/** Writes into an order's history something that does not move it. */
export async function recordOrderEvent(
  tx: Tx,
  moment: Moment,
  order: Order,
  told: Pick<NewOrderEvent, 'verb' | 'actor' | 'note'>,
): Promise<void> {
  const { enterpriseId, id, state } = order
  await insertOrderEvents(tx, moment, [{ enterpriseId, orderId: id, seq: await nextEventNo(tx, order), from: state, to: state, ...told }])
}
