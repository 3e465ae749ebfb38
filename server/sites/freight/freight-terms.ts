import { type FreightRow, getFreightRowOfProvince } from '#contract/sites/freight/freight.ts'
import type { Db } from '#server/platform/core/db.ts'
import { findFreightTemplatesByShop } from './freight-rows.ts'

/**
 * Returns the freight terms of each given shop for a province. `province` is the first two digits of the region code; null: not known yet,
 * so the default row of each shop applies.
 */
export async function readFreightTermsLookupByShop(
  db: Db,
  { shopIds, province }: { shopIds: readonly string[]; province: string | null },
): Promise<(shopId: string) => FreightRow> {
  const templates = await findFreightTemplatesByShop(db, shopIds)
  return (shopId) => getFreightRowOfProvince(templates.get(shopId) ?? [], province)
}
