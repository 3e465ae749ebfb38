import { queryOptions } from '@tanstack/react-query'
import { createApiClient } from '#contract/platform/core/client.ts'
import { projectEndpoints } from '#contract/sites/projects/api.ts'
import { equipmentEndpoints } from '#contract/sites/projects/equipment-api.ts'
import { PROJECTS_AND_EQUIPMENT_QUERY_KEY } from '#storefront/platform/components/projects-query.ts'
import { onClientEvent } from '#storefront/platform/sessions/events.ts'
import { sendOrHoldUntilLogin } from '#storefront/platform/sessions/send.ts'
import { queryClient } from '#storefront/platform/sessions/session.ts'

export const projectApi = createApiClient(projectEndpoints, sendOrHoldUntilLogin)
const equipmentApi = createApiClient({ list: equipmentEndpoints.list }, sendOrHoldUntilLogin)

// A change of one of them changes the others: patrols show people of a project, findings show names of equipment, all show memberships, and
// costs come from orders.
for (const name of [
  ...(['organizationChanged', 'equipmentAdded', 'equipmentEdited'] as const),
  ...(['projectUserCountChanged', 'projectManagerChanged', 'projectPatrolChanged', 'projectChanged'] as const),
  ...(['orderCreated', 'orderStatusChanged', 'orderCanceled'] as const),
])
  onClientEvent(name, () => void queryClient.invalidateQueries({ queryKey: PROJECTS_AND_EQUIPMENT_QUERY_KEY }))

export const assignableMembersQuery = queryOptions({
  queryKey: [...PROJECTS_AND_EQUIPMENT_QUERY_KEY, 'seats'],
  queryFn: ({ signal }) => projectApi.seats({}, { signal }),
})
export const equipmentListQuery = queryOptions({
  queryKey: [...PROJECTS_AND_EQUIPMENT_QUERY_KEY, 'equipment'],
  queryFn: ({ signal }) => equipmentApi.list({}, { signal }),
})
export const projectBudgetsQuery = queryOptions({
  queryKey: [...PROJECTS_AND_EQUIPMENT_QUERY_KEY, 'budgets'],
  queryFn: ({ signal }) => projectApi.budgets({}, { signal }),
})
export const costAllocationOptionsQuery = queryOptions({
  queryKey: [...PROJECTS_AND_EQUIPMENT_QUERY_KEY, 'booking'],
  queryFn: ({ signal }) => projectApi.bookingOptions({}, { signal }),
})
export const projectCostsQuery = (monthFrom: string, monthTo: string) =>
  queryOptions({
    queryKey: [...PROJECTS_AND_EQUIPMENT_QUERY_KEY, 'costs', monthFrom, monthTo],
    queryFn: ({ signal }) => projectApi.costs({ monthFrom, monthTo }, { signal }),
  })
