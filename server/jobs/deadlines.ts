import { keysOf } from '../../contract/lifecycle.ts'
import { type OrderVerb, orderLifecycle } from '../../contract/ordering/order-lifecycle.ts'
import { Refusal } from '../../contract/refusal.ts'
import { addHours } from '../../contract/shanghai.ts'
import { expireReturns } from '../after-sale/public.ts'
import { closeComments, expireApproval, expirePayment, findOverdue, type OrderRef, receiveByClock } from '../ordering/public.ts'
import { type Db, inTransaction, type Tx } from '../platform/db.ts'
import type { Moment } from '../platform/moment.ts'

type Due = (tx: Tx, moment: Moment, ref: OrderRef) => Promise<void>

/** What the clock does when its time has come. A move of the clock that the lifecycle gains does not go without an entry here. */
const consequences: Partial<Record<OrderVerb, Due>> = {
  expireApproval,
  expirePayment,
  autoReceive: receiveByClock,
  closeComment: closeComments,
}

/** Every order, and every agreed return, whose time in its state is up moves on, one transaction each; who was moved by somebody meanwhile is left alone. */
export async function runDeadlines(db: Db, moment: Moment): Promise<number> {
  let moved = 0
  for (const verb of keysOf(orderLifecycle.verbs)) {
    const { from, afterHours, by } = orderLifecycle.verbs[verb]
    if (!by.includes('clock') || afterHours === undefined) continue
    const due = consequences[verb]
    if (!due) throw new Error(`nothing says what ${verb} does`)
    for (const ref of await findOverdue(db, { states: from, before: addHours(moment.now, -afterHours), now: moment.now })) {
      moved += await inTransaction(db, (tx) => due(tx, moment, ref)).then(
        () => 1,
        (error) => {
          if (error instanceof Refusal) return 0
          throw error
        },
      )
    }
  }
  return moved + (await expireReturns(db, moment))
}
