import type { InputOf } from '../../contract/endpoint.ts'
import type { consolePrice } from '../../contract/pricing/console-api.ts'
import type { Prices } from '../../contract/pricing/ladder.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Tx } from '../platform/db.ts'
import type { Moment } from '../platform/moment.ts'
import { lockPrices, type PriceMove } from '../pricing/public.ts'
import { movePrices, pricesNow, samePrices, type Target } from './move-prices.ts'

type Typed = InputOf<typeof consolePrice.setPrices>['prices']

/** Each step takes more and costs less, and none is cheaper on account than in cash. */
function demandFalling(prices: Typed): void {
  for (const [at, { from, salePrice, creditPrice }] of prices.entries()) {
    if (creditPrice !== null && creditPrice < salePrice) refuse('CREDIT_BELOW_SALE')
    const before = prices[at - 1]
    if (before && (from <= before.from || salePrice >= before.salePrice)) refuse('TIERS_NOT_FALLING')
  }
}

/** The prices of a SKU by quantity, in a list or everybody's; what is not named goes away. Of everybody's the first is the SKU's own. */
export async function setPrices(
  tx: Tx,
  moment: Moment,
  { list, skuId, prices, staffId }: { list: Target; skuId: string; prices: Typed; staffId: string },
): Promise<void> {
  await lockPrices(tx)
  const now = (await pricesNow(tx, list, [skuId])).get(skuId) ?? refuse('SKU_NOT_FOUND')
  const sorted = prices.toSorted((one, other) => one.from - other.from)
  if (!list && sorted[0]?.from !== 1) refuse('TIERS_NOT_FALLING', { msg: '全站价从 1 起，阶梯价从 2 起' })
  demandFalling(sorted)
  const wished = new Map<number, Prices>(
    sorted.map(({ from, salePrice, creditPrice }) => [from, { salePriceFen: salePrice, creditPriceFen: creditPrice }]),
  )
  const moves = [...new Set([...now.keys(), ...wished.keys()])].flatMap((from): PriceMove[] => {
    const [was, is] = [now.get(from) ?? null, wished.get(from) ?? null]
    return samePrices(was, is) ? [] : [{ skuId, from, was, is }]
  })
  await movePrices(tx, moment, { list, moves, hand: { staffId, fileName: null } })
}

/** What everybody pays for one unit; the tiers stay as they are. */
export async function setOwnPrice(
  tx: Tx,
  moment: Moment,
  { skuId, is, staffId }: { skuId: string; is: Prices; staffId: string },
): Promise<void> {
  if (is.creditPriceFen !== null && is.creditPriceFen < is.salePriceFen) refuse('CREDIT_BELOW_SALE')
  await lockPrices(tx)
  const now = (await pricesNow(tx, undefined, [skuId])).get(skuId) ?? refuse('SKU_NOT_FOUND')
  const was = now.get(1) ?? null
  const moves = samePrices(was, is) ? [] : [{ skuId, from: 1, was, is }]
  await movePrices(tx, moment, { list: undefined, moves, hand: { staffId, fileName: null } })
}
