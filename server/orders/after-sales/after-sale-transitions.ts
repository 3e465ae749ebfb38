// What all steps of an after-sale share.
import { type AfterSaleVerb, afterSaleLifecycle, formatAfterSaleStatus } from '#contract/orders/after-sales/after-sale-lifecycle.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import type { OrderLineRow } from '#server/orders/orders/public.ts'
import {
  applyOrderLineQuantityDeltas,
  type EventActor,
  findOrderNumbers,
  listOrderLines,
  type Order,
  recordOrderEventWithoutTransition,
  requireLockedOrder,
  setOrderAfterSaleOpen,
} from '#server/orders/orders/public.ts'
import { refuseNamingColleague } from '#server/people/staff/public.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { addAfterSaleHistoryEntry, listAfterSaleHistoryEntries } from './after-sale-entries.ts'
import {
  type AfterSale,
  type AfterSaleColumnChanges,
  type AfterSaleRef,
  findAfterSale,
  listOpenAfterSalesOfOrder,
  listRequestedAfterSaleLines,
  lockAfterSale,
  type RequestedAfterSaleLine,
  updateAfterSaleRow,
} from './after-sale-store.ts'

/** An after-sale and its order, both locked. */
export interface AfterSaleWithOrder {
  afterSale: AfterSale
  order: Order
  lines: OrderLineRow[]
  asked: RequestedAfterSaleLine[]
}

/** Locks the order and then its after-sale. Refuses AFTER_SALE_NOT_FOUND. */
export async function lockOrderAndAfterSale(tx: Tx, ref: AfterSaleRef): Promise<AfterSaleWithOrder> {
  const { orderId } = (await findAfterSale(tx, ref)) ?? refuse('AFTER_SALE_NOT_FOUND')
  const orderNo = (await findOrderNumbers(tx, ref.enterpriseId, [orderId])).get(orderId) ?? refuse('AFTER_SALE_NOT_FOUND')
  const order = await requireLockedOrder(tx, { enterpriseId: ref.enterpriseId, orderNo })
  const afterSale = (await lockAfterSale(tx, ref)) ?? refuse('AFTER_SALE_NOT_FOUND')
  return {
    afterSale,
    order,
    lines: await listOrderLines(tx, ref.enterpriseId, [orderId]),
    asked: await listRequestedAfterSaleLines(tx, ref.enterpriseId, [ref.id]),
  }
}

/** Whether a verb is allowed for the type and state. Only returns and exchanges receive goods; only refunds and returns send money. */
export function isAfterSaleVerbAllowed({ type, state }: Pick<AfterSale, 'type' | 'state'>, verb: AfterSaleVerb): boolean {
  const from: readonly string[] = afterSaleLifecycle.verbs[verb].from
  if (!from.includes(state)) return false
  if (verb === 'sendBack' || verb === 'expireReturn') return type !== 'REFUND'
  if (verb === 'reject') return state === 'APPLIED' || type === 'REFUND'
  if (verb === 'exchange' || verb === 'refundInstead') return type === 'EXCHANGE'
  if (verb === 'refund') return type === 'REFUND' ? state === 'APPROVED' : type === 'RETURN' && state === 'RECEIVED'
  return true
}

/** Refuses AFTER_SALE_MOVED with the current state if the verb is not allowed, for example because somebody else was faster. */
export function requireAfterSaleVerbAllowed({ afterSale }: AfterSaleWithOrder, verb: AfterSaleVerb): void {
  if (!isAfterSaleVerbAllowed(afterSale, verb))
    refuse('AFTER_SALE_MOVED', {
      msg: `该售后单${formatAfterSaleStatus(afterSale.type, afterSale.state)}，不能${afterSaleLifecycle.verbs[verb].label}，请刷新`,
    })
}

/** The same for staff: it says who was faster, when and how. */
export async function requireAfterSaleVerbAllowedForStaff(
  tx: Tx,
  moment: Moment,
  opened: AfterSaleWithOrder,
  verb: AfterSaleVerb,
): Promise<void> {
  if (isAfterSaleVerbAllowed(opened.afterSale, verb)) return
  const last = (await listAfterSaleHistoryEntries(tx, opened.afterSale)).findLast((entry) => entry.verb in afterSaleLifecycle.verbs)
  const what = last && afterSaleLifecycle.verbs[last.verb as AfterSaleVerb].label
  if (last?.actor_kind === 'staff' && last.actor_id !== null && what !== undefined)
    await refuseNamingColleague(tx, moment, { reason: 'AFTER_SALE_MOVED', change: { staffId: last.actor_id, at: last.at, what } })
  requireAfterSaleVerbAllowed(opened, verb)
}

export interface AfterSaleTransitionInput {
  verb: AfterSaleVerb
  actor: EventActor
  text: string
  change?: AfterSaleColumnChanges
}

/** Changes the state of a case and adds it to the history. If no other case of the order is open, the deadlines of the order continue. */
export async function applyAfterSaleTransition(
  tx: Tx,
  moment: Moment,
  { afterSale, order }: AfterSaleWithOrder,
  { verb, actor, text, change }: AfterSaleTransitionInput,
): Promise<void> {
  const { to } = afterSaleLifecycle.verbs[verb]
  await updateAfterSaleRow(tx, moment, afterSale, { to, ...(change ? { change } : {}) })
  await addAfterSaleHistoryEntry(tx, moment, afterSale, { verb, actor, text })
  const state: { final?: true } = afterSaleLifecycle.states[to]
  if (!state.final) return
  const note = `${afterSale.afterSaleNo} ${afterSaleLifecycle.states[to].label}`
  await recordOrderEventWithoutTransition(tx, moment, order, { verb: 'afterSale', actor, note })
  if ((await listOpenAfterSalesOfOrder(tx, { enterpriseId: order.enterpriseId, orderId: order.id })).length === 0)
    await setOrderAfterSaleOpen(tx, moment, order, false)
}

/** Releases requested units, so that they can be shipped or requested again. */
export async function releaseUnitsRequestedInAfterSale(
  tx: Tx,
  order: Order,
  units: readonly Pick<RequestedAfterSaleLine, 'lineNo' | 'stage' | 'accepted'>[],
): Promise<void> {
  const changes = units
    .filter(({ accepted }) => accepted > 0)
    .map(({ lineNo, stage, accepted }) => (stage === 'unsent' ? { lineNo, heldBack: -accepted } : { lineNo, claimed: -accepted }))
  await applyOrderLineQuantityDeltas(tx, order, changes)
}
