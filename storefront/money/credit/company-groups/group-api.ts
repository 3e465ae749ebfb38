import { useQuery } from '@tanstack/react-query'
import { companyGroupEndpoints } from '#contract/billing/company-groups/api.ts'
import { groupBuyerEndpoints } from '#contract/billing/company-groups/group-buyer-api.ts'
import { subAccountEndpoints } from '#contract/people/organisation/api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'
import { sendOrHoldUntilLogin } from '#storefront/platform/sessions/send.ts'

export const companyGroupApi = createApiClient(companyGroupEndpoints, sendOrHoldUntilLogin)

/** The group of the company, and the invitations that it has not answered. */
export const useOwnCompanyGroup = () => useQuery({ queryKey: ['credit', 'group'], queryFn: () => companyGroupApi.own({}) })

/** A share is the limit of a company, so everything about its credit is out of date as well. */
export const invalidatedByCompanyGroup = [['credit'], ['statement']] as const

export const groupBuyerApi = createApiClient(groupBuyerEndpoints, sendOrHoldUntilLogin)
export const GROUP_BUYERS_QUERY_KEY = ['credit', 'group', 'buyers'] as const

/** The buyers of the parent in all members. */
export const useGroupBuyers = () => useQuery({ queryKey: GROUP_BUYERS_QUERY_KEY, queryFn: () => groupBuyerApi.list({}) })

const subUserApi = createApiClient(subAccountEndpoints, sendOrHoldUntilLogin)

/** The sub-accounts of the company that can be proposed: enabled ones that have accepted their invitation. */
export const useProposablePersons = () =>
  useQuery({
    queryKey: ['sub-users'],
    queryFn: () => subUserApi.list({}),
    select: (rows) => rows.filter(({ status, acceptedAt, parentName }) => status === 1 && acceptedAt !== null && parentName === null),
  })
