import { CONFIRMATION_EVENT } from '#contract/integration/integration/events.ts'
import { orderLifecycle } from '#contract/orders/orders/order-lifecycle.ts'
import { type ConfirmableOrder, lockConfirmableOrders, recordConfirmations } from '#server/integration/punch-out/orders/order-store.ts'
import { findPunchOutSetup, type PunchOutSetupRecord } from '#server/integration/punch-out/setup/setup-store.ts'
import { type EnterpriseOutboxEvent, insertWebhookDeliveries, listActiveWebhooks } from '#server/integration/webhooks/public.ts'
import { findOrdersById, findOrdersOfManyTrades, listOrderLines, type Order, type OrderLineRow } from '#server/orders/orders/public.ts'
import type { Tx } from '#server/platform/core/db.ts'
import { areSameDigests, sha256 } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import type { OutboxTopic } from '#server/platform/core/outbox.ts'
import { writeConfirmation } from './confirmation-document.ts'
import { toConfirmation } from './confirmed-lines.ts'

/** What may change what is confirmed: the state of an order, and units that are refunded before they were sent. */
const topics: readonly string[] = ['order.moved', 'order.reduced'] satisfies OutboxTopic[]
export const isConfirmationTopic = (topic: string): boolean => topics.includes(topic)

interface Confirming {
  moment: Moment
  setup: PunchOutSetupRecord
  host: string
  orders: readonly Order[]
  lines: readonly OrderLineRow[]
}

/** The next confirmation of an order; none if it would say the same again. */
function prepare({ moment, setup, host, orders, lines }: Confirming, order: ConfirmableOrder) {
  const own = orders
    .filter(({ tradeId }) => tradeId === order.tradeId)
    .map(({ id, orderNo, state }) => ({ orderNo, state, lines: lines.filter(({ orderId }) => orderId === id) }))
  const confirmation = toConfirmation(order.lines, own)
  if (!confirmation) return []
  const hash = sha256(JSON.stringify(confirmation))
  if (order.confirmation && areSameDigests(order.confirmation.hash, hash)) return []
  const id = moment.newId()
  const comments = own.map(({ orderNo, state }) => `商城订单 ${orderNo}：${orderLifecycle.states[state].label}`).join('；')
  return [{ id, hash, orderId: order.orderId, body: writeConfirmation(moment, { id, order, confirmation, setup, comments, host }) }]
}

async function confirmOrdersOfEnterprise(
  tx: Tx,
  moment: Moment,
  { enterpriseId, webhookId, orderIds, host }: { enterpriseId: string; webhookId: string; orderIds: readonly string[]; host: string },
): Promise<void> {
  const tradeIds = (await findOrdersById(tx, enterpriseId, orderIds)).map(({ tradeId }) => tradeId)
  const placed = await lockConfirmableOrders(tx, enterpriseId, tradeIds)
  const setup = placed.length === 0 ? undefined : await findPunchOutSetup(tx, enterpriseId)
  if (setup?.protocol !== 'CXML') return
  const orders = await findOrdersOfManyTrades(
    tx,
    enterpriseId,
    placed.map(({ tradeId }) => tradeId),
  )
  const lines = await listOrderLines(
    tx,
    enterpriseId,
    orders.map(({ id }) => id),
  )
  const made = placed.flatMap((order) => prepare({ moment, setup, host, orders, lines }, order))
  const event = CONFIRMATION_EVENT.name
  await insertWebhookDeliveries(
    tx,
    moment,
    made.map(({ id, orderId, body }) => ({ enterpriseId, webhookId, id, event, subject: orderId, body })),
  )
  await recordConfirmations(tx, enterpriseId, made)
}

/**
 * Creates the confirmations of orders that procurement systems have sent, for those that want them. It runs in the transaction in which the
 * relay marks the events as handled. What is confirmed is read from the orders as they are now, so events that come late or twice change nothing.
 */
export async function createOrderConfirmations(
  tx: Tx,
  moment: Moment,
  { events, publicUrl }: { events: readonly EnterpriseOutboxEvent[]; publicUrl: string },
): Promise<void> {
  const changed = events.flatMap(({ topic, payload, enterpriseId, at }) =>
    topic === 'order.moved' || topic === 'order.reduced' ? [{ orderId: payload.orderId, enterpriseId, at }] : [],
  )
  if (changed.length === 0) return
  const enterpriseIds = [...new Set(changed.map(({ enterpriseId }) => enterpriseId))]
  const endpoints = (await listActiveWebhooks(tx, enterpriseIds)).filter(({ format }) => format === 'CXML')
  for (const { enterpriseId, id: webhookId, createdAt } of endpoints) {
    const orderIds = changed.filter((one) => one.enterpriseId === enterpriseId && one.at >= createdAt).map(({ orderId }) => orderId)
    const host = new URL(publicUrl).host
    if (orderIds.length > 0) await confirmOrdersOfEnterprise(tx, moment, { enterpriseId, webhookId, orderIds, host })
  }
}
