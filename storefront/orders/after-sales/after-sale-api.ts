import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { AfterSaleType } from '#contract/orders/after-sales/after-sale-lifecycle.ts'
import { afterSaleEndpoints } from '#contract/orders/after-sales/api.ts'
import type { ShippingStage } from '#contract/orders/after-sales/shapes.ts'
import { createApiClient } from '#contract/platform/core/client.ts'
import { sendOrHoldUntilLogin } from '#storefront/platform/sessions/send.ts'

export const afterSaleApi = createApiClient(afterSaleEndpoints, sendOrHoldUntilLogin)

const AFTER_SALE_KEY = ['after-sale'] as const
export const PAGE_SIZE = 10
/** Invalidates the queries that an after-sale changes: itself, its order, the messages. */
export const invalidatedByAfterSale = [AFTER_SALE_KEY, ['order'], ['message']] as const

export type AfterSaleTab = 'open' | 'over'

export const useAfterSales = (state: AfterSaleTab | undefined, pageNo: number) =>
  useQuery({
    queryKey: [...AFTER_SALE_KEY, 'list', state ?? '', pageNo],
    queryFn: () => afterSaleApi.list({ state, pageNo, pageSize: PAGE_SIZE }),
    placeholderData: keepPreviousData,
  })

export const useAfterSaleCounts = () => useQuery({ queryKey: [...AFTER_SALE_KEY, 'count'], queryFn: () => afterSaleApi.count({}) }).data

export const useAfterSale = (id: string) =>
  useQuery({ queryKey: [...AFTER_SALE_KEY, 'detail', id], queryFn: () => afterSaleApi.detail({ id }) })

export const useAfterSaleOptions = (orderNo: string) =>
  useQuery({ queryKey: [...AFTER_SALE_KEY, 'options', orderNo], queryFn: () => afterSaleApi.options({ orderNo }) })

export interface AfterSalePreviewInput {
  orderNo: string
  type: AfterSaleType
  lines: { lineNo: number; stage: ShippingStage; quantity: number }[]
  freight: boolean
}

/** The refund of a possible after-sale. It is fetched when units are chosen; the earlier answer stays visible meanwhile. */
export const useRefundPreview = (request: AfterSalePreviewInput) =>
  useQuery({
    queryKey: [...AFTER_SALE_KEY, 'preview', request],
    queryFn: () => afterSaleApi.preview(request),
    enabled: request.lines.length > 0 || request.freight,
    placeholderData: keepPreviousData,
    retry: false,
  })
