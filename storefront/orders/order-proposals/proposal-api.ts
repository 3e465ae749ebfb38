import { queryOptions } from '@tanstack/react-query'
import { orderProposalEndpoints } from '#contract/orders/order-proposals/api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'
import { sendOrHoldUntilLogin } from '#storefront/platform/sessions/send.ts'

export const proposalApi = createApiClient(orderProposalEndpoints, sendOrHoldUntilLogin)

/** Prices and stock are those of now, so a page that is opened again is fetched again. */
export const proposalQuery = (id: string) =>
  queryOptions({ queryKey: ['proposal', 'detail', id], queryFn: () => proposalApi.detail({ id }), staleTime: 0 })

/** Invalidates the queries that a decision on a proposal changes. */
export const invalidatedByProposal = [['proposal'], ['message']] as const
