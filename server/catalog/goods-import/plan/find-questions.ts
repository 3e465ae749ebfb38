import { toSkuCodeKey } from '#contract/catalog/goods-editing/problems.ts'
import type { LargePriceChange, PriceBelowCost } from '#contract/catalog/pricing/console-shapes.ts'
import { areSamePrices, findLargeChanges } from '#server/catalog/price-lists/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { GoodsPlan } from './goods-plan.ts'

type Move = Parameters<typeof findLargeChanges>[1][number]

function priceMovesOf({ goods, content }: GoodsPlan): Move[] {
  const before = new Map((goods?.skus ?? []).map((sku) => [sku.skuId, sku]))
  return content.skus.flatMap(({ skuId, salePrice, creditPrice }): Move[] => {
    const old = skuId === null ? undefined : before.get(skuId)
    if (!old || salePrice === null) return []
    const was = { salePriceFen: old.salePrice, creditPriceFen: old.creditPrice }
    const is = { salePriceFen: salePrice, creditPriceFen: creditPrice }
    return areSamePrices(was, is) ? [] : [{ skuId: old.skuId, from: 1, was, is }]
  })
}

function belowCostIn({ goods, content }: GoodsPlan): PriceBelowCost[] {
  const before = new Map((goods?.skus ?? []).map((sku) => [sku.skuId, sku]))
  return content.skus.flatMap(({ skuId, code, salePrice, costPrice, archived }): PriceBelowCost[] => {
    if (archived || salePrice === null || costPrice === null || salePrice >= costPrice) return []
    const old = skuId === null ? undefined : before.get(skuId)
    return old?.salePrice === salePrice && old.costPrice === costPrice ? [] : [{ code, salePrice, costPrice }]
  })
}

/** Adds to the rows of goods that will be written which prices must be confirmed. */
export async function findQuestions(db: Db, plans: readonly GoodsPlan[], percentMax: number): Promise<GoodsPlan[]> {
  const due = plans.filter((plan) => plan.due)
  const moves = due.flatMap(priceMovesOf)
  const large = moves.length === 0 ? [] : await findLargeChanges(db, moves, percentMax)
  const largeByCode = Map.groupBy<string, LargePriceChange>(large, ({ code }) => toSkuCodeKey(code))
  return plans.map((plan) => {
    if (!plan.due) return plan
    const belowByCode = Map.groupBy(belowCostIn(plan), ({ code }) => toSkuCodeKey(code))
    const rows = plan.rows.map((row) => {
      const changes = largeByCode.get(toSkuCodeKey(row.skuCode)) ?? []
      const belowCost = belowByCode.get(toSkuCodeKey(row.skuCode)) ?? []
      return changes.length + belowCost.length === 0 ? row : { ...row, questions: { changes, belowCost } }
    })
    return { ...plan, rows }
  })
}
