// Several tables store a tax class in two columns.
import type { TaxClass } from '#contract/catalog/goods/tax-class.ts'

interface TaxClassColumns {
  tax_code: string | null
  tax_name: string | null
}

/** Converts two columns to a tax class; either both or none are null. */
export const toTaxClass = (taxCode: string | null, taxName: string | null): TaxClass | null =>
  taxCode === null || taxName === null ? null : { taxCode, taxName }

/** Converts a tax class to two columns. */
export const toTaxClassColumns = (taxClass: TaxClass | null): TaxClassColumns => ({
  tax_code: taxClass?.taxCode ?? null,
  tax_name: taxClass?.taxName ?? null,
})
