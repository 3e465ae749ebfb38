import { queryOptions } from '@tanstack/react-query'
import { createApiClient } from '#contract/platform/core/client.ts'
import { equipmentEndpoints } from '#contract/sites/projects/equipment-api.ts'
import { PROJECTS_AND_EQUIPMENT_QUERY_KEY } from '#storefront/platform/components/projects-query.ts'
import { sendOrHoldUntilLogin } from '#storefront/platform/sessions/send.ts'

export const equipmentApi = createApiClient(equipmentEndpoints, sendOrHoldUntilLogin)

export const equipmentDetailQuery = (id: string) =>
  queryOptions({
    queryKey: [...PROJECTS_AND_EQUIPMENT_QUERY_KEY, 'equipment', id],
    queryFn: ({ signal }) => equipmentApi.detail({ id }, { signal }),
  })
export const restockAdviceQuery = queryOptions({
  queryKey: [...PROJECTS_AND_EQUIPMENT_QUERY_KEY, 'advice'],
  queryFn: ({ signal }) => equipmentApi.advice({}, { signal }),
})
