import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { materialCodeEndpoints } from '#contract/catalog/materials/api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'
import { sendOrHoldUntilLogin } from '#storefront/platform/sessions/send.ts'

export const materialCodeApi = createApiClient(materialCodeEndpoints, sendOrHoldUntilLogin)

/** Invalidates the queries that change with a code: the list of codes, and everything that shows them. */
export const invalidatedByMaterialCode = [['materials'], ['cart'], ['order'], ['standing'], ['quick-order'], ['preview']] as const

export const PAGE_SIZE = 20

export const materialCodesQuery = (keyword: string, pageNo: number) =>
  queryOptions({
    queryKey: ['materials', keyword, pageNo],
    queryFn: () => materialCodeApi.list({ pageNo, pageSize: PAGE_SIZE, ...(keyword === '' ? {} : { keyword }) }),
    placeholderData: keepPreviousData,
  })
