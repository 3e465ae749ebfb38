// The tax class and rate that a line of an order has today.
import { VAT_RATE_BP } from '#contract/billing/invoices/tax.ts'
import type { TaxClass } from '#contract/catalog/goods/tax-class.ts'
import { findTaxRateOfCodeOnDay } from '#contract/catalog/goods/tax-rates.ts'
import { readTaxClassesBySku, type SkuTaxClass } from '#server/catalog/goods/public.ts'
import { readJournalSettings } from '#server/content/content/public.ts'
import type { Db } from '#server/platform/core/db.ts'

/** A line of an order; 0 is its freight. */
export interface TaxedLine {
  /** null: interest, which keeps the class that it was invoiced with. */
  skuId: string | null
  orderLineNo: number
}

export interface LineTax {
  taxClass: TaxClass | null
  rateBp: number
  /** The goods whose class it is. Freight has a class of its own. */
  goods: SkuTaxClass | undefined
}

/**
 * Returns what says the tax of lines on a day. Freight has the class of the settings, and each class its rate, from the day on from which
 * revenue and tax are split; before it, freight has the class of its goods, and all have one rate.
 */
export async function readLineTaxLookup(db: Db, day: string, lines: readonly TaxedLine[]): Promise<(line: TaxedLine) => LineTax> {
  const { tax } = await readJournalSettings(db)
  const classes = await readTaxClassesBySku(
    db,
    lines.flatMap(({ skuId }) => skuId ?? []),
  )
  const split = day >= tax.from
  return ({ skuId, orderLineNo }) => {
    const goods = skuId === null ? undefined : classes.get(skuId)
    if (!split) return { taxClass: goods?.taxClass ?? null, rateBp: VAT_RATE_BP, goods }
    const own = orderLineNo === 0 ? undefined : goods
    const taxClass = orderLineNo === 0 ? tax.freight : (goods?.taxClass ?? null)
    return { taxClass, rateBp: findTaxRateOfCodeOnDay(tax.rates, taxClass?.taxCode ?? null, day), goods: own }
  }
}
