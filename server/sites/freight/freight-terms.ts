import { type FreightRow, freightRowFor } from '#contract/sites/freight/freight.ts'
import type { Db } from '#server/platform/core/db.ts'
import { findFreightTemplates } from './freight-rows.ts'

/** What each of some shops asks for in a province, told by the first two digits of its code; null: not known yet, so what it asks for anywhere. */
export async function findFreightTerms(
  db: Db,
  { shopIds, province }: { shopIds: readonly string[]; province: string | null },
): Promise<(shopId: string) => FreightRow> {
  const templates = await findFreightTemplates(db, shopIds)
  return (shopId) => freightRowFor(templates.get(shopId) ?? [], province)
}
