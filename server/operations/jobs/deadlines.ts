import { type OrderVerb, orderLifecycle } from '#contract/orders/orders/order-lifecycle.ts'
import { keysOf } from '#contract/platform/core/lifecycle.ts'
import { addHours } from '#contract/platform/core/shanghai.ts'
import { expireReturns } from '#server/orders/after-sales/public.ts'
import {
  closeCommentPeriod,
  expireApproval,
  expirePayment,
  findOverdue,
  type OrderRef,
  receiveOrderAutomatically,
} from '#server/orders/orders/public.ts'
import { type Db, inTransaction, type Tx } from '#server/platform/core/db.ts'
import { falseIfRefused, forEachIsolated } from '#server/platform/core/isolated-batches.ts'
import type { Moment } from '#server/platform/core/moment.ts'

type Consequence = (tx: Tx, moment: Moment, ref: OrderRef) => Promise<void>

/** What the clock does when its time has come. A move of the clock that the lifecycle gains does not go without an entry here. */
const consequences: Partial<Record<OrderVerb, Consequence>> = {
  expireApproval,
  expirePayment,
  autoReceive: receiveOrderAutomatically,
  closeComment: closeCommentPeriod,
}

/** Every order whose time in its state is up moves on by one verb. */
async function moveOverdue(db: Db, moment: Moment, verb: OrderVerb): Promise<number> {
  const { from, afterHours, by } = orderLifecycle.verbs[verb]
  if (!by.includes('clock') || afterHours === undefined) return 0
  const due = consequences[verb]
  if (!due) throw new Error(`nothing says what ${verb} does`)
  const overdue = await findOverdue(db, { states: from, before: addHours(moment.now, -afterHours), now: moment.now })
  return forEachIsolated(overdue, (ref) => falseIfRefused(inTransaction(db, (tx) => due(tx, moment, ref))))
}

/**
 * Every order, and every agreed return, whose time in its state is up moves on, one transaction each; who was moved by somebody meanwhile is
 * left alone. Throws an AggregateError of those that failed once all the others have moved.
 */
export async function processDeadlines(db: Db, moment: Moment): Promise<number> {
  const passes = keysOf(orderLifecycle.verbs).map((verb) => () => moveOverdue(db, moment, verb))
  return forEachIsolated([...passes, () => expireReturns(db, moment)], (pass) => pass())
}
