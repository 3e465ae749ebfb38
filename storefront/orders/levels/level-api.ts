import { queryOptions } from '@tanstack/react-query'
import { memberEndpoints } from '#contract/orders/levels/api.ts'
import { connect } from '#contract/platform/core/client.ts'
import { send } from '#storefront/platform/sessions/send.ts'

export const memberApi = connect(memberEndpoints, send)

/** The level of the enterprise. Colleagues claim too, and levels change at night, so it is fetched again on every visit. */
export const statusQuery = queryOptions({ queryKey: ['member', 'status'], queryFn: () => memberApi.status({}), staleTime: 0 })
