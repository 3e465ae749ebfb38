import type { consolePriceEndpoints } from '#contract/catalog/pricing/console-api.ts'
import type { UnitPrices } from '#contract/catalog/pricing/price-steps.ts'
import type { InputOf } from '#contract/platform/core/endpoint.ts'
import { formatMoney } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { requireStaffMayEditSku } from '#server/catalog/goods/public.ts'
import { findLatestPriceChange, lockPrices, type PriceUpdate, readPriceChangeCountLookup } from '#server/catalog/pricing/public.ts'
import { listStaffNamesById } from '#server/people/staff/public.ts'
import type { Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { requireRowVersion } from '#server/platform/core/row-version.ts'
import { areSamePrices, changePricesAndRefreshGoods, type PriceListOrPublic, readCurrentPricesBySku } from './change-prices.ts'
import { requireLargePriceChangesConfirmed } from './large-changes.ts'

type Typed = InputOf<typeof consolePriceEndpoints.setPrices>['prices']

interface Asked {
  list: PriceListOrPublic
  skuId: string
  staffId: string
  /** The version of the prices that the editor has read. */
  rowVersion: number
  /** The person has confirmed large changes. */
  confirmed: boolean
}

const formatPrice = (prices: UnitPrices | null): string =>
  prices === null
    ? '无'
    : [prices.salePriceFen, ...(prices.creditPriceFen === null ? [] : [prices.creditPriceFen])]
        .map((fen) => formatMoney(fen, { grouped: false }))
        .join('/')

/** '现金/赊销价 ¥37.20/¥39.00 → ¥40.00/¥42.00' */
const formatMove = ({ from, was, is }: Pick<PriceUpdate, 'from' | 'was' | 'is'>): string =>
  `${from > 1 ? `满 ${from} 起` : ''}现金/赊销价 ${formatPrice(was)} → ${formatPrice(is)}`

/**
 * Locks prices and returns those of a SKU. Refuses SKU_NOT_FOUND, also for a SKU of a shop that the person does not keep, and ROW_CHANGED.
 */
async function lockPricesAsSeen(tx: Tx, { list, skuId, rowVersion, staffId }: Asked): Promise<ReadonlyMap<number, UnitPrices>> {
  await lockPrices(tx)
  await requireStaffMayEditSku(tx, { skuId, staffId })
  const now = (await readCurrentPricesBySku(tx, list, [skuId])).get(skuId) ?? refuse('SKU_NOT_FOUND')
  const current = (await readPriceChangeCountLookup(tx, list, [skuId]))(skuId)
  await requireRowVersion({ seen: rowVersion, current }, async () => {
    const move = await findLatestPriceChange(tx, list, skuId)
    return move && { by: (await listStaffNamesById(tx)).get(move.staffId) ?? null, at: move.at, what: formatMove(move) }
  })
  return now
}

/** Checks that a larger quantity has a lower price, and that a credit price is not below its sale price. */
function requireFallingPrices(prices: Typed): void {
  for (const [at, { from, salePrice, creditPrice }] of prices.entries()) {
    if (creditPrice !== null && creditPrice < salePrice) refuse('CREDIT_BELOW_SALE')
    const before = prices[at - 1]
    if (before && (from <= before.from || salePrice >= before.salePrice)) refuse('TIERS_NOT_FALLING')
  }
}

/**
 * Replaces the prices of a SKU by quantity, in a list or publicly. Prices that are not in the input are deleted. The first public price is
 * the base price of the SKU.
 */
export async function replaceSkuPrices(tx: Tx, moment: Moment, { prices, ...change }: Asked & { prices: Typed }): Promise<void> {
  const { list, skuId, staffId, confirmed } = change
  const now = await lockPricesAsSeen(tx, change)
  const sorted = prices.toSorted((one, other) => one.from - other.from)
  if (!list && sorted[0]?.from !== 1) refuse('TIERS_NOT_FALLING', { msg: '全站价从 1 起，阶梯价从 2 起' })
  requireFallingPrices(sorted)
  const wantedPrices = new Map<number, UnitPrices>(
    sorted.map(({ from, salePrice, creditPrice }) => [from, { salePriceFen: salePrice, creditPriceFen: creditPrice }]),
  )
  const moves = [...new Set([...now.keys(), ...wantedPrices.keys()])].flatMap((from): PriceUpdate[] => {
    const [was, is] = [now.get(from) ?? null, wantedPrices.get(from) ?? null]
    return areSamePrices(was, is) ? [] : [{ skuId, from, was, is }]
  })
  await requireLargePriceChangesConfirmed(tx, moves, { confirmed })
  await changePricesAndRefreshGoods(tx, moment, { list, moves, source: { staffId, fileName: null } })
}

/** Sets the public price of one unit. The tiers do not change. */
export async function setPublicPriceOfOneUnit(
  tx: Tx,
  moment: Moment,
  { is, ...input }: Omit<Asked, 'list'> & { is: UnitPrices },
): Promise<void> {
  if (is.creditPriceFen !== null && is.creditPriceFen < is.salePriceFen) refuse('CREDIT_BELOW_SALE')
  const { skuId, staffId, confirmed } = input
  const now = await lockPricesAsSeen(tx, { ...input, list: undefined })
  const was = now.get(1) ?? null
  const moves = areSamePrices(was, is) ? [] : [{ skuId, from: 1, was, is }]
  await requireLargePriceChangesConfirmed(tx, moves, { confirmed })
  await changePricesAndRefreshGoods(tx, moment, { list: undefined, moves, source: { staffId, fileName: null } })
}
