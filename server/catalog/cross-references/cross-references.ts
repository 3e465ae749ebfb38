// Reads and writes the table `sku_cross_reference`: the parts of other makers to which SKUs correspond.
import { sql } from 'kysely'
import type { CrossReference } from '#contract/catalog/goods/cross-reference.ts'
import { normalisePartNumber } from '#contract/catalog/goods/normalise-part-number.ts'
import { anyOfIdsSql, type Db, type Tx } from '#server/platform/core/db.ts'

const columns = ['sku_id', 'brand', 'part_number as partNumber', 'fit', 'note', 'source', 'confirmed_by as confirmedBy'] as const

/** Reads the cross-references of SKUs in display order, by SKU. SKUs without one are left out. */
export async function findCrossReferencesBySku(db: Db, skuIds: readonly string[]): Promise<Map<string, CrossReference[]>> {
  if (skuIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('sku_cross_reference')
    .select(columns)
    .where('sku_id', '=', anyOfIdsSql(skuIds))
    .orderBy('sku_id')
    .orderBy('position')
    .execute()
  const bySku = Map.groupBy(rows, ({ sku_id }) => sku_id)
  return new Map([...bySku].map(([skuId, own]) => [skuId, own.map(({ sku_id: _, ...reference }) => reference)]))
}

/** Replaces the cross-references of SKUs, with two statements for all of them. */
export async function replaceCrossReferencesOfSkus(
  tx: Tx,
  skus: readonly { skuId: string; crossReferences: readonly CrossReference[] }[],
): Promise<void> {
  if (skus.length === 0) return
  await tx
    .deleteFrom('sku_cross_reference')
    .where('sku_id', '=', anyOfIdsSql(skus.map(({ skuId }) => skuId)))
    .execute()
  const rows = skus.flatMap(({ skuId, crossReferences }) =>
    crossReferences.map(({ partNumber, confirmedBy, ...own }, position) => ({
      ...own,
      sku_id: skuId,
      position,
      part_number: partNumber,
      number_key: normalisePartNumber(partNumber),
      confirmed_by: confirmedBy,
    })),
  )
  if (rows.length === 0) return
  await sql`insert into sku_cross_reference
    select * from jsonb_populate_recordset(null::sku_cross_reference, ${JSON.stringify(rows)}::jsonb)`.execute(tx)
}

/** A cross-reference with its SKU. */
export interface CrossReferenceOfSku extends CrossReference {
  skuId: string
  /** The number without case, width and signs. */
  numberKey: string
}

/** Finds the cross-references with one of some normalised numbers, at most `limit`. One statement, whatever the number of keys. */
export async function findCrossReferencesByNumber(
  db: Db,
  { keys, limit }: { keys: readonly string[]; limit: number },
): Promise<CrossReferenceOfSku[]> {
  if (keys.length === 0) return []
  const rows = await db
    .selectFrom('sku_cross_reference')
    .select([...columns, 'number_key as numberKey'])
    .where('number_key', '=', sql<string>`any(${[...keys]}::text[])`)
    .orderBy('number_key')
    .orderBy('sku_id')
    .orderBy('position')
    .limit(limit)
    .execute()
  return rows.map(({ sku_id, ...reference }) => ({ ...reference, skuId: sku_id }))
}
