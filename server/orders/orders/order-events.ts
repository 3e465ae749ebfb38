// Reads and writes the table `order_event`: who changed an order, when, from which state to which, and why.
import { sql } from 'kysely'
import type { OrderState, OrderVerb } from '#contract/orders/orders/order-lifecycle.ts'
import { getStartOfNextShanghaiDay, getStartOfShanghaiDay } from '#contract/platform/core/shanghai.ts'
import { compileInsertOnce } from '#server/platform/core/compiled-once.ts'
import { type Db, sendWithNextStatement, type Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import type { Order } from './order-store.ts'

/** The author of an event: a member, a staff member, or a scheduled job (`clock`). */
export type EventActor = { kind: 'member'; userId: string } | { kind: 'staff'; staffId: string } | { kind: 'clock' }

/** The id of the person who acts; null for a job. */
export const getPersonIdOfActor = (actor: EventActor): string | null =>
  actor.kind === 'member' ? actor.userId : actor.kind === 'staff' ? actor.staffId : null

type ParcelVerb = 'receiveParcel' | 'correctParcel' | 'signedReceipt'

export interface NewOrderEvent {
  enterpriseId: string
  orderId: string
  /** The sequence number of the event in its order, from 1. */
  seq: number
  /** A verb of the lifecycle, or an event that does not change the state. */
  verb: OrderVerb | 'submit' | 'askCancel' | 'withdrawCancel' | 'refuseCancel' | 'changeMethod' | 'afterSale' | ParcelVerb
  from: OrderState | null
  to: OrderState
  actor: EventActor
  note?: string
}

const insertEventRows = compileInsertOnce((tx) => tx.insertInto('order_event'))

/** Inserts events together with the next statement of the transaction, or with its commit. */
export async function insertOrderEvents(tx: Tx, moment: Moment, events: readonly NewOrderEvent[]): Promise<void> {
  const rows = events.map((event) => ({
    enterprise_id: event.enterpriseId,
    order_id: event.orderId,
    at: moment.now,
    id: moment.newId(),
    seq: event.seq,
    verb: event.verb,
    from_state: event.from,
    to_state: event.to,
    actor_kind: event.actor.kind,
    actor_id: getPersonIdOfActor(event.actor),
    note: event.note ?? '',
  }))
  await sendWithNextStatement(tx, insertEventRows(tx, rows))
}

/**
 * SQL: an event by which an order is sold: it is paid, or confirmed on credit. One without a price is sold by its submit or its approval. A payment
 * that was taken back, which is possible on its day alone, has sold nothing.
 */
export const isSaleEventSql = (event: string): string =>
  `((${event}.verb = 'pay' and not exists (select from order_event undone where undone.enterprise_id = ${event}.enterprise_id
      and undone.order_id = ${event}.order_id and undone.at >= ${event}.at and undone.at < ${event}.at + interval '1 day'
      and undone.seq > ${event}.seq and undone.verb = 'undoPay'))
    or ${event}.verb = 'approveFree' or (${event}.verb = 'submit' and ${event}.to_state = 'WAIT_SEND'))`

/** SQL: the order was sold in a range of days. An order that replaces goods is never sold. */
export const isOrderSoldWithinSql = (from: string, to: string) => sql<boolean>`("order".after_sale_id is null
  and "order".created_at < ${getStartOfNextShanghaiDay(to)} and exists (select from order_event e where e.enterprise_id = "order".enterprise_id
    and e.order_id = "order".id and e.at >= ${getStartOfShanghaiDay(from)} and e.at < ${getStartOfNextShanghaiDay(to)} and ${sql.raw(isSaleEventSql('e'))}))`

/** The order of the events. */
export type OrderOfEvents = Pick<Order, 'enterpriseId' | 'id' | 'createdAt'>

/** The largest difference between the clocks of two servers: an event is at most this much older than its order. */
const CLOCKS_APART_MS = 86_400_000

/** The table has a partition for each month. Partitions that end before the order was created are not read. */
const eventsOf = (db: Db, { enterpriseId, id, createdAt }: OrderOfEvents) =>
  db
    .selectFrom('order_event')
    .where('enterprise_id', '=', enterpriseId)
    .where('order_id', '=', id)
    .where('at', '>=', new Date(createdAt.getTime() - CLOCKS_APART_MS))

export const listOrderEvents = (db: Db, order: OrderOfEvents) =>
  eventsOf(db, order).select(['verb', 'to_state', 'at', 'actor_kind', 'actor_id', 'note']).orderBy('seq').limit(200).execute()

/** Returns the last event of an order with one of some verbs; undefined: there is none. */
export const findLastOrderEvent = (db: Db, order: OrderOfEvents, verbs: readonly string[]) =>
  eventsOf(db, order)
    .select(['verb', 'at', 'actor_kind', 'actor_id'])
    .where('verb', 'in', verbs)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Returns when the order was received, by the buyer or automatically; undefined: not yet. */
export async function findOrderReceivedAt(db: Db, order: OrderOfEvents): Promise<Date | undefined> {
  const row = await eventsOf(db, order).select('at').where('verb', 'in', ['receive', 'autoReceive']).executeTakeFirst()
  return row?.at
}
