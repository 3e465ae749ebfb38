import { sendConsoleRequest } from '#console/platform/sessions/session.ts'
import { consoleTaxCodeEndpoints } from '#contract/catalog/goods/tax-api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'

export const taxApi = createApiClient(consoleTaxCodeEndpoints, sendConsoleRequest)

/** Invalidates the queries that a code changes: categories, goods, and the invoices that waited for it. */
export const invalidatedByTaxCode = [['taxCode'], ['category'], ['sku'], ['invoice'], ['queue']] as const
