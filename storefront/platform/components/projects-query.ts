import { queryOptions } from '@tanstack/react-query'
import { connect } from '#contract/platform/core/client.ts'
import { projectEndpoints } from '#contract/sites/projects/api.ts'
import { send } from '#storefront/platform/sessions/send.ts'

const listing = connect({ list: projectEndpoints.list }, send)

/** The query key prefix for projects, equipment and patrols. */
export const SITE_WORK_KEY = ['work'] as const

/** The company's projects. Addresses, equipment, patrols and orders refer to them. */
export const projectsQuery = queryOptions({
  queryKey: [...SITE_WORK_KEY, 'projects'],
  queryFn: ({ signal }) => listing.list({}, { signal }),
})
