import { type RawBuilder, sql } from 'kysely'
import { findShopsOfStaff } from '#server/catalog/shops/public.ts'
import { anyOfSql, type Db } from '#server/platform/core/db.ts'

/**
 * The ids of the pictures or documents of the goods of the shops that a staff member keeps, as a subquery; null: he keeps all shops. Goods of
 * a draft that was never published are not among them: its pictures are found by who brought them.
 */
export async function findFilesOfStaff(
  db: Db,
  { staffId, library }: { staffId: string; library: 'pictures' | 'documents' },
): Promise<RawBuilder<string> | null> {
  const shops = await findShopsOfStaff(db, staffId)
  if (shops === null) return null
  return sql<string>`(select (file ->> 'id')::uuid from goods as g cross join jsonb_array_elements(g.${sql.ref(library)}) as file
    where g.shop_id = ${anyOfSql(shops)})`
}
