import { queryOptions } from '@tanstack/react-query'
import { createApiClient } from '#contract/platform/core/client.ts'
import { equipmentEndpoints } from '#contract/sites/projects/equipment-api.ts'
import { SITE_WORK_QUERY_KEY } from '#storefront/platform/components/projects-query.ts'
import { sendEncoded } from '#storefront/platform/sessions/send.ts'

export const equipmentApi = createApiClient(equipmentEndpoints, sendEncoded)

export const equipmentDetailQuery = (id: string) =>
  queryOptions({ queryKey: [...SITE_WORK_QUERY_KEY, 'equipment', id], queryFn: ({ signal }) => equipmentApi.detail({ id }, { signal }) })
export const restockAdviceQuery = queryOptions({
  queryKey: [...SITE_WORK_QUERY_KEY, 'advice'],
  queryFn: ({ signal }) => equipmentApi.advice({}, { signal }),
})
