import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { materialCodeEndpoints } from '#contract/catalog/materials/api.ts'
import { connect } from '#contract/platform/core/client.ts'
import { send } from '#storefront/platform/sessions/send.ts'

export const materialApi = connect(materialCodeEndpoints, send)

/** Invalidates the queries that change with a code: the list of codes, and everything that shows them. */
export const invalidatedByMaterialCode = [['materials'], ['cart'], ['order'], ['standing'], ['quick-order'], ['preview']] as const

export const PAGE_SIZE = 20

export const materialsQuery = (keyword: string, pageNo: number) =>
  queryOptions({
    queryKey: ['materials', keyword, pageNo],
    queryFn: () => materialApi.list({ pageNo, pageSize: PAGE_SIZE, ...(keyword === '' ? {} : { keyword }) }),
    placeholderData: keepPreviousData,
  })
