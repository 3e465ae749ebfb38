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
      brand_key: normalisePartNumber(own.brand),
      number_key: normalisePartNumber(partNumber),
      confirmed_by: confirmedBy,
    })),
  )
  if (rows.length === 0) return
  await sql`insert into sku_cross_reference
    select * from jsonb_populate_recordset(null::sku_cross_reference, ${JSON.stringify(rows)}::jsonb)`.execute(tx)
}

/** More rows than this with one number are not read: such a number says little. */
const CROSS_REFERENCES_PER_NUMBER_MAX = 20

/** A cross-reference with its SKU, found by a key. */
export interface CrossReferenceOfSku extends CrossReference {
  skuId: string
  /** The key that found it: its number, or the number with its brand before or behind it. */
  foundBy: string
  /** Brand and number without case, width and signs. */
  brandKey: string
  numberKey: string
  /** There are more with the key than were read. */
  isOneOfTooMany: boolean
}

type FoundRow = Omit<CrossReferenceOfSku, 'isOneOfTooMany'> & { place: number }

/**
 * Finds the cross-references with one of some normalised numbers, alone or with their brand: of every key the first
 * CROSS_REFERENCES_PER_NUMBER_MAX. A row that several keys find is there for each of them. One statement, whatever the number of keys.
 */
export async function findCrossReferencesByNumber(db: Db, keys: readonly string[]): Promise<CrossReferenceOfSku[]> {
  if (keys.length === 0) return []
  const { rows } = await sql<FoundRow>`
    select sku_id as "skuId", brand, part_number as "partNumber", fit, note, source, confirmed_by as "confirmedBy",
      "foundBy", brand_key as "brandKey", number_key as "numberKey", place
    from (
      select found.*, asked.key as "foundBy", row_number() over (partition by asked.key order by found.sku_id, found.position)::int as place
      from unnest(${[...keys]}::text[]) as asked(key)
      cross join lateral (
        select * from sku_cross_reference where number_key = asked.key
        union select * from sku_cross_reference where brand_key || number_key = asked.key
        union select * from sku_cross_reference where number_key || brand_key = asked.key
      ) as found
    ) as numbered
    where place <= ${CROSS_REFERENCES_PER_NUMBER_MAX + 1}
    order by "foundBy", place`.execute(db)
  const cut = new Set(rows.filter(({ place }) => place > CROSS_REFERENCES_PER_NUMBER_MAX).map(({ foundBy }) => foundBy))
  return rows
    .filter(({ place }) => place <= CROSS_REFERENCES_PER_NUMBER_MAX)
    .map(({ place: _, ...reference }) => Object.assign(reference, { isOneOfTooMany: cut.has(reference.foundBy) }))
}
