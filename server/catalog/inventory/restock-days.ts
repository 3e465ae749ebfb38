// Writes the column `sku_stock.restock_days`: when more of a SKU is expected.
import { sql } from 'kysely'
import { toShanghaiDay } from '#contract/platform/core/shanghai.ts'
import type { Tx } from '#server/platform/core/db.ts'

/** Replaces the days on which more of SKUs is expected, and returns whether any differed. The caller has locked their stock. One statement. */
export async function updateRestockDays(tx: Tx, skus: readonly { skuId: string; days: readonly string[] }[]): Promise<boolean> {
  if (skus.length === 0) return false
  const rows = skus.map(({ skuId, days }) => ({ sku_id: skuId, days: `{${days.join(',')}}` }))
  const { numAffectedRows = 0n } = await sql`update sku_stock set restock_days = given.days::date[]
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(sku_id uuid, days text)
    where sku_stock.sku_id = given.sku_id and sku_stock.restock_days <> given.days::date[]`.execute(tx)
  return numAffectedRows > 0n
}

/** The next day on which more of a SKU is expected; undefined: none is known, or the days have passed without the goods. */
export const findNextRestockDay = (stock: { restockDays: readonly string[] } | undefined, now: Date): string | undefined =>
  stock?.restockDays.find((day) => day >= toShanghaiDay(now))
