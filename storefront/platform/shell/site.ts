import { queryOptions, useQuery } from '@tanstack/react-query'
import { siteEndpoints } from '#contract/content/content/api.ts'
import { connect } from '#contract/platform/core/client.ts'
import { send } from '#storefront/platform/sessions/send.ts'

export const siteApi = connect(siteEndpoints, send)

const HOUR_MS = 3_600_000

/** The mall's own data: telephone, e-mail, address, filing number. */
export const siteQuery = queryOptions({ queryKey: ['site'], queryFn: () => siteApi.info({}), staleTime: HOUR_MS, meta: { quiet: true } })

/** The same, when it is loaded. */
export const useSite = () => useQuery(siteQuery).data
