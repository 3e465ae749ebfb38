import { queryOptions } from '@tanstack/react-query'
import { connect } from '#contract/platform/core/client.ts'
import { equipmentEndpoints } from '#contract/sites/projects/equipment-api.ts'
import { SITE_WORK_KEY } from '#storefront/platform/components/projects-query.ts'
import { send } from '#storefront/platform/sessions/send.ts'

export const equipmentApi = connect(equipmentEndpoints, send)

export const detailQuery = (id: string) =>
  queryOptions({ queryKey: [...SITE_WORK_KEY, 'equipment', id], queryFn: ({ signal }) => equipmentApi.detail({ id }, { signal }) })
export const adviceQuery = queryOptions({
  queryKey: [...SITE_WORK_KEY, 'advice'],
  queryFn: ({ signal }) => equipmentApi.advice({}, { signal }),
})
