import { sendConsoleRequest } from '#console/platform/sessions/session.ts'
import { consoleFilesEndpoints } from '#contract/people/files/api.ts'
import { consoleVerificationEndpoints } from '#contract/people/verification/api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'

export const verificationApi = createApiClient(consoleVerificationEndpoints, sendConsoleRequest)
export const fileApi = createApiClient(consoleFilesEndpoints, sendConsoleRequest)

export interface VerificationCaseRef {
  enterpriseId: string
  id: string
}

/** Takes a case and opens it. Each opening is logged, so it is never fetched again automatically. */
export const claimAndOpenVerificationCaseQuery = (ref: VerificationCaseRef) => ({
  queryKey: ['review', 'case', ref.id],
  queryFn: () => verificationApi.claim(ref),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
})

/** Looks at a case without taking it: a decided one, or for a person who decides nothing. Each look is logged, too. */
export const viewVerificationCaseWithoutClaimQuery = (ref: VerificationCaseRef) => ({
  ...claimAndOpenVerificationCaseQuery(ref),
  queryKey: ['review', 'look', ref.id],
  queryFn: () => verificationApi.view(ref),
})

/** Invalidates the queries that a decision changes: the queue, the list, the enterprise. */
export const invalidatedByVerificationDecision = [['review', 'list'], ['queue'], ['enterprise']] as const
