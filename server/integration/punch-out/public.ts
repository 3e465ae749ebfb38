/**
 * Owns the connection of a company's procurement system: its set-up, its visits, its orders and what it is told of them.
 * Writes the tables `punch_out`, `punch_out_order` and `punch_out_setup`.
 * Never orders anything in a visit: the cart goes back to the procurement system.
 */
import { deleteCartsOfPunchOuts } from '#server/orders/cart/public.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { deletePunchOutsOlderThan } from './punch-out-store.ts'

export { createOrderConfirmations, isConfirmationTopic } from '#server/integration/punch-out/confirmations/create-confirmations.ts'
export { readPunchOutSetup } from '#server/integration/punch-out/setup/setup-view.ts'
export { registerPunchOutRoutes } from '#server/integration/punch-out/web/register-routes.ts'

/** Deletes visits some days after they began, with the carts that were never returned. */
export async function deleteOldPunchOuts(tx: Tx, moment: Moment, keptDays: number): Promise<void> {
  const deleted = await deletePunchOutsOlderThan(tx, moment, keptDays)
  for (const [enterpriseId, ids] of deleted) await deleteCartsOfPunchOuts(tx, enterpriseId, ids)
}
