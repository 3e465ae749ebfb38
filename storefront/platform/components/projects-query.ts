import { queryOptions } from '@tanstack/react-query'
import { connect } from '#contract/platform/core/client.ts'
import { project } from '#contract/sites/projects/api.ts'
import { send } from '#storefront/platform/sessions/send.ts'

const listing = connect({ list: project.list }, send)

/** Everything about projects, equipment and patrols is kept below this. */
export const SITE_WORK_KEY = ['work'] as const

/** The company's projects: addresses, equipment, patrols and orders name the one they belong to. */
export const projectsQuery = queryOptions({
  queryKey: [...SITE_WORK_KEY, 'projects'],
  queryFn: ({ signal }) => listing.list({}, { signal }),
})
