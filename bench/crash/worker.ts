import type { LoadBuyer } from '#bench/world.ts'
import type { SeededRandom } from '#server/platform/testing/random.ts'
import type { AcknowledgedResults, RetryingCaller } from './caller.ts'
import type { SandboxProvider } from './provider.ts'

/** A buyer under load, with his connection and the results that he has received. */
export interface CrashWorker {
  buyer: LoadBuyer
  caller: RetryingCaller
  staff: RetryingCaller
  provider: SandboxProvider
  addressId: string
  skuIds: readonly string[]
  random: SeededRandom
  acknowledged: AcknowledgedResults
}

/** A submitted order. */
export interface SubmittedOrder {
  tradeId: string
  orderNo: string
}
