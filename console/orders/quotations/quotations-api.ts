import { sendConsoleRequest } from '#console/platform/sessions/session.ts'
import { consoleQuotationEndpoints, consoleQuotationPrintoutEndpoints } from '#contract/orders/quotations/console-api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'

export const quotationApi = createApiClient(consoleQuotationEndpoints, sendConsoleRequest)
export const quotationPrintoutApi = createApiClient(consoleQuotationPrintoutEndpoints, sendConsoleRequest)

export interface QuotationRef {
  enterpriseId: string
  id: string
}

/** The buyer may have written since, so a quotation that is opened again is fetched again. */
export const quotationQuery = (ref: QuotationRef) => ({
  queryKey: ['quotation', 'case', ref.id] as const,
  queryFn: () => quotationApi.detail(ref),
  staleTime: 0,
})

/** SKUs that may stand for what was asked, with what the company pays for them now and their stock. */
export const substituteSkusQuery = (enterpriseId: string, skuIds: readonly string[]) => ({
  queryKey: ['quotation', 'skus', enterpriseId, skuIds] as const,
  queryFn: () => quotationApi.skus({ enterpriseId, skuIds: [...skuIds] }),
})

/** Invalidates the queries that an action changes: the quotation, the lists, the work queue. */
export const invalidatedByQuotation = [['quotation'], ['queue']] as const
