// The table `order_event`: who moved an order, when, from where to where, why.
import type { OrderState, OrderVerb } from '#contract/orders/orders/order-lifecycle.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'

/** Who presses: a member, somebody of the platform, or nobody when the time has come. */
export type Actor = { kind: 'member'; userId: string } | { kind: 'staff'; staffId: string } | { kind: 'clock' }

/** Whose id stands beside what was done; null: nobody's, the clock's. */
export const actorIdOf = (actor: Actor): string | null =>
  actor.kind === 'member' ? actor.userId : actor.kind === 'staff' ? actor.staffId : null

type ParcelVerb = 'receiveParcel' | 'correctParcel' | 'signedReceipt'

export interface NewOrderEvent {
  enterpriseId: string
  orderId: string
  /** The how-manieth event of its order, from 1. */
  seq: number
  /**
   * A verb of the lifecycle, or what is no move of the state: submitted, asked for cancelling, refused it, an after-sale begun or ended, a
   * parcel received, corrected, or its signed receipt brought.
   */
  verb: OrderVerb | 'submit' | 'askCancel' | 'refuseCancel' | 'changeMethod' | 'afterSale' | ParcelVerb
  from: OrderState | null
  to: OrderState
  actor: Actor
  note?: string
}

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
    actor_id: actorIdOf(event.actor),
    note: event.note ?? '',
  }))
  await tx.insertInto('order_event').values(rows).execute()
}

export async function listOrderEvents(db: Db, enterpriseId: string, orderId: string) {
  return db
    .selectFrom('order_event')
    .select(['verb', 'to_state', 'at', 'actor_kind', 'actor_id', 'note'])
    .where('enterprise_id', '=', enterpriseId)
    .where('order_id', '=', orderId)
    .orderBy('seq')
    .limit(200)
    .execute()
}

/** When the buyer had the goods, by his word or by the clock's; undefined: not yet. */
export async function findReceivedAt(db: Db, { enterpriseId, id }: { enterpriseId: string; id: string }): Promise<Date | undefined> {
  const row = await db
    .selectFrom('order_event')
    .select('at')
    .where('enterprise_id', '=', enterpriseId)
    .where('order_id', '=', id)
    .where('verb', 'in', ['receive', 'autoReceive'])
    .executeTakeFirst()
  return row?.at
}
