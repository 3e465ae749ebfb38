import * as z from 'zod/mini'
import { LargePriceChange, PriceBelowCost, type PricesToConfirm } from '#contract/catalog/pricing/console-shapes.ts'
import { type Fen, formatMoney } from '#contract/platform/core/money.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { findSkuCodesAndCosts, findSkusById } from '#server/catalog/goods/public.ts'
import type { PriceUpdate } from '#server/catalog/pricing/public.ts'
import { readPriceChangeConfirmPercent } from '#server/content/content/public.ts'
import type { Db } from '#server/platform/core/db.ts'

/** How many large changes a refusal lists. */
const LISTED_MAX = 100

const names = { sale: '现金价', credit: '赊销价' } as const
const columns = { sale: 'salePriceFen', credit: 'creditPriceFen' } as const

/** Returns the change in percent with one decimal, rounded away from zero, so that a change beyond the limit never shows as the limit. */
function percentOf(old: Fen, next: Fen): number {
  const moved = next - old
  return (Math.sign(moved) * Math.ceil((Math.abs(moved) * 1_000) / old)) / 10
}

/**
 * Finds changes of more than `percentMax` percent, largest first. A new price is compared with the public price of one unit. A deleted
 * price is never large.
 */
export async function findLargePriceChanges(db: Db, updates: readonly PriceUpdate[], percentMax: number): Promise<LargePriceChange[]> {
  const skus = new Map((await findSkusById(db, [...new Set(updates.map(({ skuId }) => skuId))])).map((sku) => [sku.id, sku]))
  const found = updates.flatMap(({ skuId, from, was, is }) => {
    const sku = skus.get(skuId)
    const before = was ?? sku
    if (!sku || !before || !is) return []
    return (['sale', 'credit'] as const).flatMap((price): LargePriceChange[] => {
      const [old, next] = [before[columns[price]], is[columns[price]]]
      if (old === null || next === null || old <= 0 || Math.abs(next - old) * 100 <= old * percentMax) return []
      return [{ code: sku.code, from, price, was: old, is: next, percent: percentOf(old, next) }]
    })
  })
  return found.sort((one, other) => Math.abs(other.percent) - Math.abs(one.percent))
}

/**
 * Finds the cash prices that come to be below the cost that their SKU has. One that was so before is not found again; a deleted price never
 * is. One statement, whatever the number of changes.
 */
async function findPricesBelowCost(db: Db, updates: readonly PriceUpdate[]): Promise<PriceBelowCost[]> {
  const costs = await findSkuCodesAndCosts(db, [...new Set(updates.map(({ skuId }) => skuId))])
  return updates.flatMap(({ skuId, from, was, is }): PriceBelowCost[] => {
    const sku = costs.get(skuId)
    if (!sku || !is || is.salePriceFen >= sku.costFen || was?.salePriceFen === is.salePriceFen) return []
    return [{ code: sku.code, from, salePrice: is.salePriceFen, costPrice: sku.costFen }]
  })
}

function sentenceOf([first, ...others]: readonly LargePriceChange[], percentMax: number): string {
  if (!first || others.length > 0) return `${others.length + 1} 处改价幅度超过 ${percentMax}%，请核对后确认`
  const { code, price, was, is, percent } = first
  return `改价幅度 ${percent > 0 ? '+' : ''}${percent}%：${code} ${names[price]} ${formatMoney(was)} → ${formatMoney(is)}，超过 ${percentMax}%，请核对后确认`
}

const formatBelowCost = ([first, ...others]: readonly PriceBelowCost[]): string =>
  first && others.length === 0
    ? `${first.code} 现金价 ${formatMoney(first.salePrice)} 低于成本 ${formatMoney(first.costPrice)}`
    : `${others.length + 1} 个规格的现金价低于成本`

/**
 * Refuses PRICE_CHANGE_LARGE if prices change by more than the setting allows, and PRICE_BELOW_COST if only that is unusual, unless the
 * person has confirmed it. Both list everything that the person must confirm. The details are `PriceConfirmationRefusalDetail`.
 */
export async function requireLargePriceChangesConfirmed(
  db: Db,
  updates: readonly PriceUpdate[],
  { confirmed, ...given }: { confirmed: boolean; belowCost?: readonly PriceBelowCost[] },
): Promise<void> {
  if (confirmed || (updates.length === 0 && !given.belowCost?.length)) return
  const percentMax = await readPriceChangeConfirmPercent(db)
  const large = await findLargePriceChanges(db, updates, percentMax)
  refuseUnconfirmed({ large, belowCost: given.belowCost ?? (await findPricesBelowCost(db, updates)), percentMax })
}

/** Does the same for the results of earlier trials. Refuses PRICE_CHANGE_LARGE, PRICE_BELOW_COST if anything must be confirmed. */
export async function requireTrialPricesConfirmed(db: Db, questions: readonly PricesToConfirm[]): Promise<void> {
  const [large, belowCost] = [questions.flatMap(({ changes }) => changes), questions.flatMap((one) => one.belowCost)]
  refuseUnconfirmed({ large, belowCost, percentMax: await readPriceChangeConfirmPercent(db) })
}

function refuseUnconfirmed({
  large,
  belowCost,
  percentMax,
}: {
  large: readonly LargePriceChange[]
  belowCost: readonly PriceBelowCost[]
  percentMax: number
}): void {
  if (large.length === 0 && belowCost.length === 0) return
  const msg = formatPricesToConfirm({ changes: large, belowCost }, percentMax)
  const detail = {
    percentMax,
    count: large.length,
    changes: large.slice(0, LISTED_MAX).map((change) => z.encode(LargePriceChange, change)),
    belowCost: belowCost.slice(0, LISTED_MAX).map((price) => z.encode(PriceBelowCost, price)),
  }
  refuse(large.length === 0 ? 'PRICE_BELOW_COST' : 'PRICE_CHANGE_LARGE', { msg, ...detail })
}

/** Describes what must be confirmed, with both numbers if it is a single price. There is at least one. */
export function formatPricesToConfirm(
  { changes, belowCost }: { changes: readonly LargePriceChange[]; belowCost: readonly PriceBelowCost[] },
  percentMax: number,
): string {
  if (changes.length === 0) return `${formatBelowCost(belowCost)}，请核对后确认`
  const also = belowCost.length === 0 ? '' : `；另外，${formatBelowCost(belowCost)}`
  return `${sentenceOf(changes, percentMax)}${also}`
}
