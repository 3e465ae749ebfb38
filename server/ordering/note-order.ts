import type { Tx } from '../platform/db.ts'
import type { Moment } from '../platform/moment.ts'
import { insertEvents, type NewEvent } from './order-events.ts'
import type { Order } from './order-rows.ts'
import { countEvent } from './order-store.ts'

/** Writes into an order's history something that does not move it. */
export async function noteOrder(tx: Tx, moment: Moment, order: Order, told: Pick<NewEvent, 'verb' | 'actor' | 'note'>): Promise<void> {
  const { enterpriseId, id, state } = order
  await insertEvents(tx, moment, [{ enterpriseId, orderId: id, seq: await countEvent(tx, order), from: state, to: state, ...told }])
}
