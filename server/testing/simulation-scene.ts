import { refusalOf } from '../../contract/refusals.ts'
import type { debtsOf } from './debts.ts'
import type { Dice } from './dice.ts'
import type { Buyer, Mall } from './mall.ts'
import type { Person } from './person.ts'
import type { openProvider } from './provider.ts'

/** Everything that a press of a button in the simulation may touch. */
export interface Scene {
  mall: Mall
  dice: Dice
  /** Main accounts, and people of theirs who buy within limits. */
  buyers: readonly Buyer[]
  mains: readonly Buyer[]
  staff: Person
  skus: readonly string[]
  trades: { buyer: Buyer; tradeId: string; orderNos: string[] }[]
  provider: Awaited<ReturnType<typeof openProvider>>
  debts: ReturnType<typeof debtsOf>
  /** Payments online that somebody began: of orders, top-ups, repayments. */
  payments: { buyer: Buyer; paymentId: string }[]
}

export type Button = (scene: Scene) => Promise<unknown>

/** An order of anybody's, pressed on by its own buyer, or now and then by somebody whose it is not. */
export function anyOrder({ dice, trades, buyers }: Scene) {
  if (trades.length === 0) throw refusalOf('ORDER_NOT_FOUND')
  // Mostly one of the latest: old ones are over.
  const trade = dice.pick(dice.below(4) === 0 ? trades : trades.slice(-6))
  return { ...trade, orderNo: dice.pick(trade.orderNos), by: dice.below(8) === 0 ? dice.pick(buyers) : trade.buyer }
}
