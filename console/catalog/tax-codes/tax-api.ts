import { send } from '#console/platform/sessions/session.ts'
import { consoleTaxCodeEndpoints } from '#contract/catalog/goods/tax-api.ts'
import { connect } from '#contract/platform/core/client.ts'

export const taxApi = connect(consoleTaxCodeEndpoints, send)

/** Invalidates the queries that a code changes: categories, goods, and the invoices that waited for it. */
export const invalidatedByTaxCode = [['taxCode'], ['sku'], ['invoice'], ['queue']] as const
