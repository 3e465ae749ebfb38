import type { LoadBuyer } from '#bench/world.ts'
import type { Random } from '#server/platform/testing/random.ts'
import type { Acknowledged, Caller } from './caller.ts'
import type { Provider } from './provider.ts'

/** A buyer under load, with what he calls and what he has been told. */
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

/** An order that was submitted. */
export interface Ordered {
  tradeId: string
  orderNo: string
}
