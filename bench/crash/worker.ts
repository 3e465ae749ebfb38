import type { SeededRandom } from '#server/platform/testing/random.ts'
import type { CrashCalls, RetryingCaller } from './calls/caller.ts'
import type { CrashCompany, CrashWorld } from './crash-world.ts'
import type { SandboxProvider } from './provider.ts'

/** A member of a company under load, with his session. Several of them share the company's wallet and limit. */
export interface CrashWorker {
  run: CrashCalls
  world: CrashWorld
  company: CrashCompany
  caller: RetryingCaller
  /** The main account of the company, which approves what its sub-account may not order alone. */
  main: RetryingCaller
  staff: RetryingCaller
  provider: SandboxProvider
  addressId: string
  couponTemplateId: string
  random: SeededRandom
}

/** A submitted order. */
export interface SubmittedOrder {
  tradeId: string
  orderNo: string
  /** It is above the purchase limit of who has submitted it. */
  waitsForApproval: boolean
}
