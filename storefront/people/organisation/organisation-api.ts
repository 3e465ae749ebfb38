import { useQuery } from '@tanstack/react-query'
import { groupBuyerEndpoints } from '#contract/billing/company-groups/group-buyer-api.ts'
import { subAccountEndpoints } from '#contract/people/organisation/api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'
import { sendOrHoldUntilLogin } from '#storefront/platform/sessions/send.ts'

export const subUserApi = createApiClient(subAccountEndpoints, sendOrHoldUntilLogin)

export const groupBuyerApi = createApiClient(groupBuyerEndpoints, sendOrHoldUntilLogin)

export const SUB_USERS_QUERY_KEY = ['sub-users'] as const
export const useSubUsers = () => useQuery({ queryKey: SUB_USERS_QUERY_KEY, queryFn: () => subUserApi.list({}) })
