import { sql } from 'kysely'
import type { PricesFromQuantity } from '#contract/catalog/pricing/price-steps.ts'
import type { Fen } from '#contract/platform/core/money.ts'

/** A price of a SKU from a quantity on, in any list. */
export interface PriceRow extends PricesFromQuantity {
  skuId: string
}

interface Populated {
  sku_id: string
  from_quantity: number
  sale_price_fen: Fen
  credit_price_fen: Fen | null
}

/** SQL that turns many prices into rows of one parameter, named `given`. */
export const pricesToRecordsetSql = (prices: readonly PriceRow[]) => {
  const rows = prices.map(({ skuId, from, salePriceFen, creditPriceFen }) => ({
    sku_id: skuId,
    from_quantity: from,
    sale_price_fen: salePriceFen,
    credit_price_fen: creditPriceFen,
  }))
  return sql<Populated>`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)`.as<'given'>(
    sql`given(sku_id uuid, from_quantity int, sale_price_fen bigint, credit_price_fen bigint)`,
  )
}
