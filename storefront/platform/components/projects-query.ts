import { queryOptions } from '@tanstack/react-query'
import { createApiClient } from '#contract/platform/core/client.ts'
import { projectEndpoints } from '#contract/sites/projects/api.ts'
import { sendOrHoldUntilLogin } from '#storefront/platform/sessions/send.ts'

const listing = createApiClient({ list: projectEndpoints.list }, sendOrHoldUntilLogin)

/** The query key prefix for projects, equipment and patrols. */
export const PROJECTS_AND_EQUIPMENT_QUERY_KEY = ['work'] as const

/** The company's projects. Addresses, equipment, patrols and orders refer to them. */
export const projectsQuery = queryOptions({
  queryKey: [...PROJECTS_AND_EQUIPMENT_QUERY_KEY, 'projects'],
  queryFn: ({ signal }) => listing.list({}, { signal }),
})
