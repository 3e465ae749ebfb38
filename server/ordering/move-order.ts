import { type OrderState, type OrderVerb, orderLifecycle } from '../../contract/ordering/order-lifecycle.ts'
import { refuse } from '../../contract/refusals.ts'
import { type NewMessage, sendMessages } from '../messaging/public.ts'
import { findMainUser } from '../organisation/public.ts'
import type { Tx } from '../platform/db.ts'
import type { Moment } from '../platform/moment.ts'
import { publish } from '../platform/outbox.ts'
import { type Actor, insertEvents, type NewEvent } from './order-events.ts'
import { type Line, listLines, type Order } from './order-rows.ts'
import { swapState } from './order-store.ts'

/** What the buyer is told when an order has come to a state. */
const told: Partial<Record<OrderState, { title: string; content: (order: Order) => string }>> = {
  WAIT_SEND: { title: '订单已支付', content: ({ firstGoods }) => `${firstGoods} 等商品已支付，正在备货` },
  PART_SENT: { title: '订单部分发货', content: ({ firstGoods }) => `${firstGoods} 等商品的一部分已发出，可在订单中查看包裹` },
  SENT: { title: '订单已发货', content: ({ firstGoods }) => `${firstGoods} 等商品已全部发出，请注意查收` },
  WAIT_COMMENT: { title: '订单已收货', content: ({ firstGoods }) => `${firstGoods} 等商品已确认收货，欢迎评价` },
  CANCELLED: { title: '订单已取消', content: ({ firstGoods }) => `${firstGoods} 等商品的订单已取消` },
}

/** One reminder to whoever ordered and to the main account: what, how much, where it stands. */
async function reminders(tx: Tx, orders: readonly Order[], to: OrderState, lines: readonly Line[]): Promise<NewMessage[]> {
  const words = told[to]
  const [first] = orders
  if (!words || !first) return []
  const main = await findMainUser(tx, first.enterpriseId)
  return orders.map((order) => ({
    enterpriseId: order.enterpriseId,
    userIds: main === undefined ? [order.userId] : [order.userId, main],
    kind: 'order' as const,
    title: words.title,
    content: words.content(order),
    order: {
      orderNo: order.orderNo,
      goodsName: order.firstGoods,
      image: lines.find(({ orderId }) => orderId === order.id)?.goodsSlug ?? '',
      amountFen: order.payableFen,
      state: to,
    },
  }))
}

export interface Press {
  verb: OrderVerb
  actor: Actor
  note?: string
}

/**
 * Moves orders of one company along the lifecycle: the state by compare-and-set, an event, the reminders, the news. An order that
 * somebody else has moved meanwhile refuses the whole.
 */
export async function moveOrders(tx: Tx, moment: Moment, orders: readonly Order[], { verb, actor, note }: Press): Promise<void> {
  const { from, to } = orderLifecycle.verbs[verb]
  const events: NewEvent[] = []
  for (const { enterpriseId, id, orderNo, state } of orders) {
    const seq = (await swapState(tx, moment, { enterpriseId, id, from, to })) ?? refuse('ORDER_ACTION_NOT_ALLOWED', { orderNo })
    events.push({ enterpriseId, orderId: id, seq, verb, from: state, to, actor, ...(note === undefined ? {} : { note }) })
  }
  await insertEvents(tx, moment, events)
  const [first] = orders
  const ids = orders.map(({ id }) => id)
  const lines = first && told[to] ? await listLines(tx, first.enterpriseId, ids) : []
  await sendMessages(tx, moment, await reminders(tx, orders, to, lines))
  await publish(
    tx,
    moment,
    orders.map(({ enterpriseId, id, orderNo }) => ({ topic: 'order.moved', enterpriseId, payload: { orderId: id, orderNo, to } })),
  )
}
