import { useQuery } from '@tanstack/react-query'
import { verificationEndpoints } from '#contract/people/verification/api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'
import { sendOrHoldUntilLogin } from '#storefront/platform/sessions/send.ts'

export const verificationApi = createApiClient(verificationEndpoints, sendOrHoldUntilLogin)

export const VERIFICATION_QUERY_KEY = ['verification'] as const

/** The state of the enterprise's verification, with the latest submission of each step, masked. */
export const useVerification = () =>
  useQuery({ queryKey: [...VERIFICATION_QUERY_KEY, 'state'], queryFn: () => verificationApi.agentQuery({}) })
export type Verification = NonNullable<ReturnType<typeof useVerification>['data']>

/** All submissions, the latest first. */
export const useSubmissionHistory = () =>
  useQuery({ queryKey: [...VERIFICATION_QUERY_KEY, 'track'], queryFn: () => verificationApi.enterpriseAuthApproveTrack({}) })
