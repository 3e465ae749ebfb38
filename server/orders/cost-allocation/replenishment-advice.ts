import { addDays, getStartOfShanghaiDay, toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import type { RestockAdvice } from '#contract/sites/projects/equipment-api.ts'
import { computeRestockAdvice } from '#contract/sites/projects/restock-advice.ts'
import { findSkuBriefsWithMaterialCode } from '#server/catalog/materials/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { findMeterReadingRangesByEquipment, listEquipment, listWearRates } from '#server/sites/equipment/public.ts'
import { listEquipmentUnitsOrderedSince } from './cost-queries.ts'

/** How many days of wear and deliveries are compared. Older data does not show how a rig works now. */
const DAYS = 365

const add = (sums: { shipped: number; coming: number }, { shipped, coming }: { shipped: number; coming: number }) => ({
  shipped: sums.shipped + shipped,
  coming: sums.coming + coming,
})

/**
 * Computes the parts that the equipment of an enterprise needs by its wear, sorted by name of the equipment. SKUs that are off the shelf
 * are left out. Six statements, whatever the number of pieces.
 */
export async function readReplenishmentAdvice(db: Db, moment: Moment, enterpriseId: string): Promise<RestockAdvice[]> {
  const from = addDays(toShanghaiDay(moment.now), -DAYS)
  const rates = Map.groupBy(await listWearRates(db, enterpriseId), ({ equipmentId }) => equipmentId)
  const runs = await findMeterReadingRangesByEquipment(db, enterpriseId, from)
  const delivered = await listEquipmentUnitsOrderedSince(db, enterpriseId, getStartOfShanghaiDay(from))
  const skus = await findSkuBriefsWithMaterialCode(db, moment, {
    enterpriseId,
    skuIds: [...rates.values()].flat().map(({ skuId }) => skuId),
  })
  return (await listEquipment(db, enterpriseId)).flatMap(({ id, name }) => {
    const run = runs.get(id)
    if (!run) return []
    return (rates.get(id) ?? []).flatMap(({ skuId, perTenThousand }): RestockAdvice[] => {
      const sku = skus.get(skuId)
      if (!sku?.onShelf) return []
      const had = delivered
        .filter((one) => one.equipmentId === id && one.skuId === skuId && one.day >= run.first.day)
        .reduce(add, { shipped: 0, coming: 0 })
      const { goodsNum, summary, why } = computeRestockAdvice({ ...run, perTenThousand, ...had, rule: sku, unit: sku.unit })
      return goodsNum === 0 ? [] : [{ equipmentId: id, equipmentName: name, sku, goodsNum, summary, why }]
    })
  })
}
