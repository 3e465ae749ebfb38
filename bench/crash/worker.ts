import type { LoadBuyer } from '#bench/world.ts'
import type { Random } from '#server/platform/testing/random.ts'
import type { Acknowledged, Caller } from './caller.ts'
import type { Provider } from './provider.ts'

/** A buyer under load, with his connection and the results that he was told. */
export interface Worker {
  buyer: LoadBuyer
  caller: Caller
  staff: Caller
  provider: Provider
  addressId: string
  skuIds: readonly string[]
  dice: Random
  book: Acknowledged
}

/** A submitted order. */
export interface Ordered {
  tradeId: string
  orderNo: string
}
