import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { quotationEndpoints, quotationPrintoutEndpoints } from '#contract/orders/quotations/api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'
import { sendOrHoldUntilLogin } from '#storefront/platform/sessions/send.ts'
import type { QuotationFilter } from './quotation-view.ts'

export const quotationApi = createApiClient(quotationEndpoints, sendOrHoldUntilLogin)
export const quotationPrintoutApi = createApiClient(quotationPrintoutEndpoints, sendOrHoldUntilLogin)

const QUOTATION_QUERY_KEY = ['quotation'] as const
export const PAGE_SIZE = 10
/** Invalidates the queries that an action on a quotation changes. */
export const invalidatedByQuotation = [QUOTATION_QUERY_KEY, ['message']] as const

/** A page of the enterprise's requests, fetched again when it is opened. While the next page loads, the one before stays visible. */
export const quotationsQuery = ({ pageNo, ...filter }: QuotationFilter) =>
  queryOptions({
    queryKey: [...QUOTATION_QUERY_KEY, 'list', filter, pageNo],
    queryFn: () => quotationApi.list({ ...filter, pageNo, pageSize: PAGE_SIZE }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const quotationCountsQuery = queryOptions({
  queryKey: [...QUOTATION_QUERY_KEY, 'count'],
  queryFn: () => quotationApi.count({}),
})

/** Staff may have written or offered since, so a page that is opened again is fetched again. */
export const quotationQuery = (id: string) =>
  queryOptions({ queryKey: [...QUOTATION_QUERY_KEY, 'detail', id], queryFn: () => quotationApi.detail({ id }), staleTime: 0 })
