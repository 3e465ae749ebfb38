import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { patrolEndpoints } from '#contract/orders/patrols/patrol-api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'
import { PROJECTS_AND_EQUIPMENT_QUERY_KEY } from '#storefront/platform/components/projects-query.ts'
import { sendOrHoldUntilLogin } from '#storefront/platform/sessions/send.ts'

export const patrolApi = createApiClient(patrolEndpoints, sendOrHoldUntilLogin)
export const PAGE_SIZE = 20

export interface PatrolFilter {
  projectId?: string
  open?: true
}

export const patrolsQuery = (filter: PatrolFilter, pageNo: number) =>
  queryOptions({
    queryKey: [...PROJECTS_AND_EQUIPMENT_QUERY_KEY, 'patrols', filter, pageNo],
    queryFn: ({ signal }) => patrolApi.list({ ...filter, pageNo, pageSize: PAGE_SIZE }, { signal }),
    placeholderData: keepPreviousData,
  })
export const patrolQuery = (id: string) =>
  queryOptions({
    queryKey: [...PROJECTS_AND_EQUIPMENT_QUERY_KEY, 'patrol', id],
    queryFn: ({ signal }) => patrolApi.detail({ id }, { signal }),
    // The state of findings changes with carts and with the work of colleagues.
    staleTime: 0,
  })
