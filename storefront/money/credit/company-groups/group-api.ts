import { useQuery } from '@tanstack/react-query'
import { companyGroupEndpoints } from '#contract/billing/company-groups/api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'
import { sendOrHoldUntilLogin } from '#storefront/platform/sessions/send.ts'

export const companyGroupApi = createApiClient(companyGroupEndpoints, sendOrHoldUntilLogin)

/** The group of the company, and the invitations that it has not answered. */
export const useOwnCompanyGroup = () => useQuery({ queryKey: ['credit', 'group'], queryFn: () => companyGroupApi.own({}) })

/** A share is the limit of a company, so everything about its credit is out of date as well. */
export const invalidatedByCompanyGroup = [['credit'], ['statement']] as const
