// Reads and writes the table `sku_tier`: public prices from a quantity on.
import type { PricesFromQuantity } from '#contract/catalog/pricing/price-steps.ts'
import { anyOfIdsSql, type Db, type Tx } from '#server/platform/core/db.ts'
import type { PriceRow } from './price-rows.ts'
import { pricesToRecordsetSql } from './price-rows.ts'

/** Reads the tiers of the given SKUs, smallest quantity first. SKUs without tiers are left out. */
export async function readPriceTiersBySku(db: Db, skuIds: readonly string[]): Promise<Map<string, PricesFromQuantity[]>> {
  if (skuIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('sku_tier')
    .select(['sku_id', 'from_quantity', 'sale_price_fen', 'credit_price_fen'])
    .where('sku_id', '=', anyOfIdsSql(skuIds))
    .orderBy('sku_id')
    .orderBy('from_quantity')
    .execute()
  const found = new Map<string, PricesFromQuantity[]>()
  for (const { sku_id, from_quantity, sale_price_fen, credit_price_fen } of rows) {
    const tier = { from: from_quantity, salePriceFen: sale_price_fen, creditPriceFen: credit_price_fen }
    found.set(sku_id, [...(found.get(sku_id) ?? []), tier])
  }
  return found
}

/** Inserts or updates tiers with one statement. */
export async function upsertPriceTiers(tx: Tx, tiers: readonly PriceRow[]): Promise<void> {
  if (tiers.length === 0) return
  await tx
    .insertInto('sku_tier')
    .columns(['sku_id', 'from_quantity', 'sale_price_fen', 'credit_price_fen'])
    .expression((eb) =>
      eb
        .selectFrom(pricesToRecordsetSql(tiers))
        .select(['given.sku_id', 'given.from_quantity', 'given.sale_price_fen', 'given.credit_price_fen']),
    )
    .onConflict((conflict) =>
      conflict.columns(['sku_id', 'from_quantity']).doUpdateSet((eb) => ({
        sale_price_fen: eb.ref('excluded.sale_price_fen'),
        credit_price_fen: eb.ref('excluded.credit_price_fen'),
      })),
    )
    .execute()
}

export async function deletePriceTiersByKey(
  tx: Tx,
  tiers: readonly (Pick<PricesFromQuantity, 'from'> & { skuId: string })[],
): Promise<void> {
  for (const { skuId, from } of tiers)
    await tx.deleteFrom('sku_tier').where('sku_id', '=', skuId).where('from_quantity', '=', from).execute()
}
