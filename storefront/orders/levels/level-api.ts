import { queryOptions } from '@tanstack/react-query'
import { member } from '#contract/orders/levels/api.ts'
import { connect } from '#contract/platform/core/client.ts'
import { send } from '#storefront/platform/sessions/send.ts'

export const memberApi = connect(member, send)

/** Where the company stands. Colleagues claim too, and levels move at night: whoever comes back looks again. */
export const statusQuery = queryOptions({ queryKey: ['member', 'status'], queryFn: () => memberApi.status({}), staleTime: 0 })
