import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { orderProposalEndpoints } from '#contract/orders/order-proposals/api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'
import { sendOrHoldUntilLogin } from '#storefront/platform/sessions/send.ts'
import type { ProposalFilter } from './proposal-view.ts'

export const proposalApi = createApiClient(orderProposalEndpoints, sendOrHoldUntilLogin)

export const PAGE_SIZE = 10

/** A page of what staff have prepared for the company. While the next page loads, the one before stays visible. */
export const proposalsQuery = ({ pageNo, ...filter }: ProposalFilter) =>
  queryOptions({
    queryKey: ['proposal', 'list', filter, pageNo],
    queryFn: () => proposalApi.list({ ...filter, pageNo, pageSize: PAGE_SIZE }),
    placeholderData: keepPreviousData,
  })

export const proposalCountsQuery = queryOptions({ queryKey: ['proposal', 'count'], queryFn: () => proposalApi.count({}) })

/** Prices and stock are those of now, so a page that is opened again is fetched again. */
export const proposalQuery = (id: string) =>
  queryOptions({ queryKey: ['proposal', 'detail', id], queryFn: () => proposalApi.detail({ id }), staleTime: 0 })

/** Invalidates the queries that a decision on a proposal changes. */
export const invalidatedByProposal = [['proposal'], ['message']] as const
