import type { BenchAct } from './acts.ts'
import {
  createAddToCartAct,
  createPayOrderAct,
  createPreviewAct,
  createSubmitOrderAct,
  prepareOrdersToSend,
  prepareShippingStaff,
  prepareShoppers,
} from './acts.ts'
import type { WireCount } from './counting-proxy.ts'
import type { RunningSide } from './run-side.ts'

export const countedActs = ['cart add', 'preview', 'submit', 'pay', 'ship'] as const
export type CountedAct = (typeof countedActs)[number]

const TRIES = 8

/**
 * Counts round trips and statements of one act each, in one server process that does nothing else. It takes the minimum of several tries,
 * because queries that the server makes from time to time, or once and then caches, do not belong to an act.
 */
export async function countDatabaseMessagesPerAction(side: RunningSide): Promise<Record<CountedAct, WireCount>> {
  const [shopper] = await prepareShoppers(side.countedBase, side, 1, side.skuIds)
  if (!shopper) throw new Error('nobody to count')
  const shipping = await prepareShippingStaff(side.countedBase, 1)
  const submit = createSubmitOrderAct(shopper)
  const pay = createPayOrderAct(shopper)
  const least = async (prepare: () => Promise<BenchAct>): Promise<WireCount> => {
    const counts: WireCount[] = []
    for (let n = 0; n < TRIES; n++) {
      const act = await prepare()
      await side.count('reset')
      await act()
      counts.push(await side.count('read'))
    }
    return counts.reduce((one, other) => (other.trips < one.trips ? other : one))
  }
  const [add, preview] = [createAddToCartAct(shopper), createPreviewAct(shopper)]
  const result = {
    'cart add': await least(async () => add),
    preview: await least(async () => preview),
    submit: await least(async () => async () => void (await submit())),
    pay: await least(async () => {
      const { tradeId } = await submit()
      return () => pay(tradeId)
    }),
    ship: await least(async () => {
      const [act] = shipping.ship(await prepareOrdersToSend([shopper], 1))
      return act ?? (async () => {})
    }),
  }
  shopper.line.close()
  shipping.close()
  return result
}
