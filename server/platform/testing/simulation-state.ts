import { refusalOf } from '#contract/platform/core/refusals.ts'
import type { createDebtHelpers } from './debts.ts'
import type { Buyer, Mall } from './mall.ts'
import type { startPaymentProvider } from './payment-provider.ts'
import type { Random } from './random.ts'
import type { TestUser } from './test-user.ts'

/** Everything that a press of a button in the simulation may touch. */
export interface SimulationState {
  mall: Mall
  dice: Random
  /** Main accounts, and people of theirs who buy within limits. */
  buyers: readonly Buyer[]
  mains: readonly Buyer[]
  staff: TestUser
  skus: readonly string[]
  trades: { buyer: Buyer; tradeId: string; orderNos: string[] }[]
  provider: Awaited<ReturnType<typeof startPaymentProvider>>
  debts: ReturnType<typeof createDebtHelpers>
  /** Payments online that somebody began: of orders, top-ups, repayments. */
  payments: { buyer: Buyer; paymentId: string }[]
}

export type SimulationAction = (scene: SimulationState) => Promise<unknown>

/** An order of anybody's, pressed on by its own buyer, or now and then by somebody whose it is not. */
export function pickOrder({ dice, trades, buyers }: SimulationState) {
  if (trades.length === 0) throw refusalOf('ORDER_NOT_FOUND')
  // Mostly one of the latest: old ones are over.
  const trade = dice.pick(dice.below(4) === 0 ? trades : trades.slice(-6))
  return { ...trade, orderNo: dice.pick(trade.orderNos), by: dice.below(8) === 0 ? dice.pick(buyers) : trade.buyer }
}
