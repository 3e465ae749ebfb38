import { createRefusal } from '#contract/platform/core/refusals.ts'
import type { createDebtHelpers } from './debts.ts'
import type { Buyer, Mall } from './mall.ts'
import type { connectSandboxPaymentProvider } from './payment-provider.ts'
import type { SeededRandom } from './random.ts'
import type { TestUser } from './test-user.ts'

/** Everything that an action of the simulation may use. */
export interface SimulationState {
  mall: Mall
  random: SeededRandom
  /** Main accounts, and their sub-accounts with purchase limits. */
  buyers: readonly Buyer[]
  mains: readonly Buyer[]
  staff: TestUser
  /** Decides what the first one has requested. */
  secondStaff: TestUser
  skus: readonly string[]
  trades: { buyer: Buyer; tradeId: string; orderNos: string[] }[]
  provider: Awaited<ReturnType<typeof connectSandboxPaymentProvider>>
  debts: ReturnType<typeof createDebtHelpers>
  /** Online payments of orders, top-ups and repayments. */
  payments: { buyer: Buyer; paymentId: string }[]
}

export type SimulationAction = (state: SimulationState) => Promise<unknown>

/** Picks any order and a person who acts on it: usually its buyer, sometimes a person of another company. */
export function pickRandomOrderAndActor({ random, trades, buyers }: SimulationState) {
  if (trades.length === 0) throw createRefusal('ORDER_NOT_FOUND')
  // Usually one of the newest, because old ones are finished.
  const trade = random.pick(random.below(4) === 0 ? trades : trades.slice(-6))
  return { ...trade, orderNo: random.pick(trade.orderNos), by: random.below(8) === 0 ? random.pick(buyers) : trade.buyer }
}
