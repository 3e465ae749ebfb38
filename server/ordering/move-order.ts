import type { AlertKind } from '../../contract/messaging/alert-api.ts'
import { type OrderState, type OrderVerb, orderLifecycle } from '../../contract/ordering/order-lifecycle.ts'
import { refuse } from '../../contract/refusals.ts'
import { type NewMessage, sendMessages } from '../messaging/public.ts'
import { findMainUser } from '../organisation/public.ts'
import type { Tx } from '../platform/db.ts'
import type { Moment } from '../platform/moment.ts'
import { publish } from '../platform/outbox.ts'
import { type Actor, insertEvents, type NewEvent } from './order-events.ts'
import { type Line, listLines, type Order } from './order-rows.ts'
import { countEvent, swapState } from './order-store.ts'

interface Words {
  title: string
  content: (order: Order, note: string) => string
  alert?: AlertKind
}

/** What the buyer is told of a move: the verb's own words, else those of the state that an order has come to. */
const told: Partial<Record<OrderVerb | OrderState, Words>> = {
  askApproval: { alert: 'approval', title: '采购待审批', content: ({ firstGoods }, note) => `${firstGoods} 等商品等待主账号审批：${note}` },
  approve: { alert: 'approval', title: '采购已同意', content: ({ firstGoods }) => `${firstGoods} 等商品的采购已同意，请在 24 小时内支付` },
  approveFree: { title: '采购已同意', content: ({ firstGoods }) => `${firstGoods} 等商品的采购已同意，正在备货` },
  reject: { alert: 'approval', title: '采购被驳回', content: ({ firstGoods }, note) => `${firstGoods} 等商品的采购被驳回：${note}` },
  expireApproval: { title: '采购审批已过期', content: ({ firstGoods }, note) => `${firstGoods} 等商品的订单${note}` },
  refundAll: { title: '订单已全部退款', content: ({ firstGoods }) => `${firstGoods} 等商品已全部退款，订单已取消` },
  refundRest: { title: '订单其余商品已退款', content: ({ firstGoods }) => `${firstGoods} 等商品未发的部分已退款，请注意查收已发的包裹` },
  WAIT_SEND: { title: '订单已支付', content: ({ firstGoods }) => `${firstGoods} 等商品已支付，正在备货` },
  PART_SENT: {
    alert: 'order',
    title: '订单部分发货',
    content: ({ firstGoods }) => `${firstGoods} 等商品的一部分已发出，可在订单中查看包裹`,
  },
  SENT: { alert: 'order', title: '订单已发货', content: ({ firstGoods }) => `${firstGoods} 等商品已全部发出，请注意查收` },
  WAIT_COMMENT: { title: '订单已收货', content: ({ firstGoods }) => `${firstGoods} 等商品已确认收货，欢迎评价` },
  CANCELLED: { title: '订单已取消', content: ({ firstGoods }) => `${firstGoods} 等商品的订单已取消` },
}

/** One reminder to whoever ordered and to the main account: what, how much, where it stands. */
function reminders(orders: readonly Order[], main: string | undefined, words: Words, { to, lines, note }: Told): NewMessage[] {
  return orders.map((order) => ({
    enterpriseId: order.enterpriseId,
    userIds: main === undefined ? [order.userId] : [order.userId, main],
    kind: 'order' as const,
    title: words.title,
    content: words.content(order, note),
    alert: words.alert,
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
  lines: readonly Line[]
  note: string
}

/** Tells of a move of some orders of one company, where there is something to tell. */
export async function remind(tx: Tx, moment: Moment, orders: readonly Order[], { verb, note = '' }: Omit<Press, 'actor'>): Promise<void> {
  const { to } = orderLifecycle.verbs[verb]
  const words = told[verb] ?? told[to]
  const [first] = orders
  if (!words || !first) return
  const ids = orders.map(({ id }) => id)
  const lines = await listLines(tx, first.enterpriseId, ids)
  const main = await findMainUser(tx, first.enterpriseId)
  await sendMessages(tx, moment, reminders(orders, main, words, { to, lines, note }))
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
  await remind(tx, moment, orders, { verb, ...(note === undefined ? {} : { note }) })
  await publish(
    tx,
    moment,
    orders.map(({ enterpriseId, id, orderNo }) => ({ topic: 'order.moved', enterpriseId, payload: { orderId: id, orderNo, to } })),
  )
}

/** Writes into an order's history something that does not move it. */
export async function noteOrder(tx: Tx, moment: Moment, order: Order, told: Pick<NewEvent, 'verb' | 'actor' | 'note'>): Promise<void> {
  const { enterpriseId, id, state } = order
  await insertEvents(tx, moment, [{ enterpriseId, orderId: id, seq: await countEvent(tx, order), from: state, to: state, ...told }])
}
