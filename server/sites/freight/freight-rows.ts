// Reads and writes the table `freight_row`: the freight rates of each shop, by province.
import { sql } from 'kysely'
import type { FreightRow } from '#contract/sites/freight/freight.ts'
import { compileOnce } from '#server/platform/core/compiled-once.ts'
import { anyOfIdsSql, type Db, type Tx } from '#server/platform/core/db.ts'

const selectTemplates = compileOnce((db, { shopIds }: { shopIds: readonly string[] }) =>
  db.selectFrom('freight_row').selectAll().where('shop_id', '=', anyOfIdsSql(shopIds)).orderBy('shop_id').orderBy('position'),
)

/** Returns the freight templates of the given shops, the default row first. A shop without a template is left out. */
export async function findFreightTemplatesByShop(db: Db, shopIds: readonly string[]): Promise<Map<string, FreightRow[]>> {
  const rows = await selectTemplates(db, { shopIds }).execute()
  const found = rows.map((row) => ({
    shopId: row.shop_id,
    row: {
      provinces: row.provinces,
      delivered: row.delivered,
      freeFromFen: row.free_from_fen,
      firstGrams: row.first_grams,
      firstFen: row.first_fen,
      nextGrams: row.next_grams,
      nextFen: row.next_fen,
    },
  }))
  return new Map([...Map.groupBy(found, ({ shopId }) => shopId)].map(([shopId, of]) => [shopId, of.map(({ row }) => row)]))
}

/** Locks the template of a shop, even if the shop has none yet. */
export async function acquireShopFreightAdvisoryLock(tx: Tx, shopId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('freight ' || ${shopId}, 0))`.execute(tx)
}

/** Replaces the template of a shop. */
export async function replaceFreightTemplateRows(tx: Tx, shopId: string, rows: readonly FreightRow[]): Promise<void> {
  const values = rows.map((row, position) => ({
    shop_id: shopId,
    position,
    provinces: [...row.provinces],
    delivered: row.delivered,
    free_from_fen: row.freeFromFen,
    first_grams: row.firstGrams,
    first_fen: row.firstFen,
    next_grams: row.nextGrams,
    next_fen: row.nextFen,
  }))
  await tx
    .insertInto('freight_row')
    .values(values)
    .onConflict((conflict) =>
      conflict.columns(['shop_id', 'position']).doUpdateSet({
        provinces: sql`excluded.provinces`,
        delivered: sql`excluded.delivered`,
        free_from_fen: sql`excluded.free_from_fen`,
        first_grams: sql`excluded.first_grams`,
        first_fen: sql`excluded.first_fen`,
        next_grams: sql`excluded.next_grams`,
        next_fen: sql`excluded.next_fen`,
      }),
    )
    .execute()
  await tx.deleteFrom('freight_row').where('shop_id', '=', shopId).where('position', '>=', rows.length).execute()
}
