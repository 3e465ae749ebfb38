// How an after-sale moves: what every step shares.
import { type AfterSaleVerb, afterSaleLifecycle, standingLabel } from '../../contract/after-sale/after-sale-lifecycle.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Line } from '../ordering/public.ts'
import { type Actor, demandOrder, listLines, moveUnits, noteOrder, type Order, orderNumbers, setAfterSale } from '../ordering/public.ts'
import type { Tx } from '../platform/db.ts'
import type { Moment } from '../platform/moment.ts'
import { addEntry } from './history.ts'
import {
  type AfterSale,
  type AfterSaleRef,
  type AskedLine,
  type Change,
  findAfterSale,
  listAsked,
  listOpen,
  lockAfterSale,
  setState,
} from './rows.ts'

/** An after-sale that is being worked on: it and its order are locked. */
export interface Case {
  afterSale: AfterSale
  order: Order
  lines: Line[]
  asked: AskedLine[]
}

/** Locks an after-sale and its order, the order first. Refuses AFTER_SALE_NOT_FOUND. */
export async function lockCase(tx: Tx, ref: AfterSaleRef): Promise<Case> {
  const { orderId } = (await findAfterSale(tx, ref)) ?? refuse('AFTER_SALE_NOT_FOUND')
  const orderNo = (await orderNumbers(tx, ref.enterpriseId, [orderId])).get(orderId) ?? refuse('AFTER_SALE_NOT_FOUND')
  const order = await demandOrder(tx, { enterpriseId: ref.enterpriseId, orderNo })
  const afterSale = (await lockAfterSale(tx, ref)) ?? refuse('AFTER_SALE_NOT_FOUND')
  return {
    ...{ afterSale, order },
    lines: await listLines(tx, ref.enterpriseId, [orderId]),
    asked: await listAsked(tx, ref.enterpriseId, [ref.id]),
  }
}

/** Whether a type takes a verb from where it stands: goods come back only where they are to, money only where it is to. */
export function mayMove({ type, state }: Pick<AfterSale, 'type' | 'state'>, verb: AfterSaleVerb): boolean {
  const from: readonly string[] = afterSaleLifecycle.verbs[verb].from
  if (!from.includes(state)) return false
  if (verb === 'sendBack' || verb === 'expireReturn') return type !== 'REFUND'
  if (verb === 'reject') return state === 'APPLIED' || type === 'REFUND'
  if (verb === 'exchange' || verb === 'refundInstead') return type === 'EXCHANGE'
  if (verb === 'refund') return type === 'REFUND' ? state === 'APPROVED' : type === 'RETURN' && state === 'RECEIVED'
  return true
}

/** Of two who press at once the second is told what the first has made of it. */
export function demandMove({ afterSale }: Case, verb: AfterSaleVerb): void {
  if (!mayMove(afterSale, verb))
    refuse('AFTER_SALE_MOVED', {
      msg: `该售后单${standingLabel(afterSale.type, afterSale.state)}，不能${afterSaleLifecycle.verbs[verb].label}，请刷新`,
    })
}

export interface Step {
  verb: AfterSaleVerb
  actor: Actor
  text: string
  change?: Change
}

/** Moves a case on and writes it into its history. Once it is over, and nothing else is open, the order's time runs again. */
export async function step(tx: Tx, moment: Moment, { afterSale, order }: Case, { verb, actor, text, change }: Step): Promise<void> {
  const { to } = afterSaleLifecycle.verbs[verb]
  await setState(tx, moment, afterSale, { to, ...(change ? { change } : {}) })
  await addEntry(tx, moment, afterSale, { verb, actor, text })
  const state: { final?: true } = afterSaleLifecycle.states[to]
  if (!state.final) return
  const note = `${afterSale.afterSaleNo} ${afterSaleLifecycle.states[to].label}`
  await noteOrder(tx, moment, order, { verb: 'afterSale', actor, note })
  if ((await listOpen(tx, { enterpriseId: order.enterpriseId, orderId: order.id })).length === 0)
    await setAfterSale(tx, moment, order, false)
}

/** Lets go of units that were asked about: they can be sent, or asked about, again. */
export async function letGo(tx: Tx, order: Order, units: readonly Pick<AskedLine, 'lineNo' | 'stage' | 'accepted'>[]): Promise<void> {
  const changes = units
    .filter(({ accepted }) => accepted > 0)
    .map(({ lineNo, stage, accepted }) => (stage === 'unsent' ? { lineNo, heldBack: -accepted } : { lineNo, claimed: -accepted }))
  await moveUnits(tx, order, changes)
}
