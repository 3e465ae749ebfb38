import { queryOptions } from '@tanstack/react-query'
import { connect } from '#contract/platform/core/client.ts'
import { projectEndpoints } from '#contract/sites/projects/api.ts'
import { equipmentEndpoints } from '#contract/sites/projects/equipment-api.ts'
import { SITE_WORK_KEY } from '#storefront/platform/components/projects-query.ts'
import { on } from '#storefront/platform/sessions/events.ts'
import { send } from '#storefront/platform/sessions/send.ts'
import { queries } from '#storefront/platform/sessions/session.ts'

export const projectApi = connect(projectEndpoints, send)
const equipmentApi = connect({ list: equipmentEndpoints.list }, send)

// A change of one of them changes the others: patrols show people of a project, findings show names of equipment, all show memberships, and
// costs come from orders.
for (const name of [
  ...(['organizationChanged', 'equipmentAdded', 'equipmentEdited'] as const),
  ...(['projectUserCountChanged', 'projectManagerChanged', 'projectPatrolChanged', 'projectChanged'] as const),
  ...(['orderCreated', 'orderStatusChanged', 'orderCanceled'] as const),
])
  on(name, () => void queries.invalidateQueries({ queryKey: SITE_WORK_KEY }))

export const membershipsQuery = queryOptions({
  queryKey: [...SITE_WORK_KEY, 'seats'],
  queryFn: ({ signal }) => projectApi.seats({}, { signal }),
})
export const equipmentQuery = queryOptions({
  queryKey: [...SITE_WORK_KEY, 'equipment'],
  queryFn: ({ signal }) => equipmentApi.list({}, { signal }),
})
export const budgetsQuery = queryOptions({
  queryKey: [...SITE_WORK_KEY, 'budgets'],
  queryFn: ({ signal }) => projectApi.budgets({}, { signal }),
})
export const costAllocationQuery = queryOptions({
  queryKey: [...SITE_WORK_KEY, 'booking'],
  queryFn: ({ signal }) => projectApi.bookingOptions({}, { signal }),
})
export const costsQuery = (monthFrom: string, monthTo: string) =>
  queryOptions({
    queryKey: [...SITE_WORK_KEY, 'costs', monthFrom, monthTo],
    queryFn: ({ signal }) => projectApi.costs({ monthFrom, monthTo }, { signal }),
  })
