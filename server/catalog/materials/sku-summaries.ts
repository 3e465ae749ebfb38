import type { SkuBrief } from '#contract/catalog/goods/sku-brief.ts'
import { findSkuBriefs } from '#server/catalog/goods/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { findMaterialCodes } from './material-codes.ts'

/** Describes SKUs for an enterprise, with its own prices and material codes, by id. Unknown ids are left out. */
export async function findSkuSummaries(
  db: Db,
  { now }: Pick<Moment, 'now'>,
  { enterpriseId, skuIds }: { enterpriseId: string; skuIds: readonly string[] },
): Promise<Map<string, SkuBrief>> {
  const skus = await findSkuBriefs(db, { enterpriseId, now }, skuIds)
  const codes = await findMaterialCodes(db, enterpriseId, [...skus.keys()])
  return new Map([...skus].map(([skuId, sku]) => [skuId, { ...sku, materialCode: codes.get(skuId) ?? null }]))
}
