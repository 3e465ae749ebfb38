import type { SkuBrief } from '#contract/catalog/goods/sku-brief.ts'
import { findSkuBriefsById } from '#server/catalog/goods/public.ts'
import type { Db } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { findMaterialCodesBySku } from './material-codes.ts'

/** Describes SKUs for an enterprise, with its own prices and material codes, by id. Unknown ids are left out. */
export async function findSkuBriefsWithMaterialCode(
  db: Db,
  { now }: Pick<Moment, 'now'>,
  { enterpriseId, skuIds }: { enterpriseId: string; skuIds: readonly string[] },
): Promise<Map<string, SkuBrief>> {
  const skus = await findSkuBriefsById(db, { enterpriseId, now }, skuIds)
  const codes = await findMaterialCodesBySku(db, enterpriseId, [...skus.keys()])
  return new Map([...skus].map(([skuId, sku]) => [skuId, { ...sku, materialCode: codes.get(skuId) ?? null }]))
}
