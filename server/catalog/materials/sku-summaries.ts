import type { SkuBrief } from '#contract/catalog/goods/sku-brief.ts'
import { describeSkus } from '#server/catalog/goods/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { findMaterialCodes } from './material-codes.ts'

/** What SKUs are to a company, by id: at its own prices, with its own numbers of them. What does not exist is not there. */
export async function findSkuSummaries(
  db: Db,
  { now }: Pick<Moment, 'now'>,
  { enterpriseId, skuIds }: { enterpriseId: string; skuIds: readonly string[] },
): Promise<Map<string, SkuBrief>> {
  const skus = await describeSkus(db, { enterpriseId, now }, skuIds)
  const codes = await findMaterialCodes(db, enterpriseId, [...skus.keys()])
  return new Map([...skus].map(([skuId, sku]) => [skuId, { ...sku, materialCode: codes.get(skuId) ?? null }]))
}
