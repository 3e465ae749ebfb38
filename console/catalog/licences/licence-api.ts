import { sendConsoleRequest } from '#console/platform/sessions/session.ts'
import { consoleLicenceEndpoints } from '#contract/catalog/licences/console-api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'

export const licenceApi = createApiClient(consoleLicenceEndpoints, sendConsoleRequest)

/** All kinds of licences by name, with how many goods and categories demand each. */
export const licenceKindsQuery = { queryKey: ['licence', 'kinds'] as const, queryFn: () => licenceApi.kinds({}) }

/** Invalidates the queries that show a kind or a licence. */
export const invalidatedByLicence = [['licence']] as const

export interface LicenceRef {
  enterpriseId: string
  id: string
}

/** Claims a licence and opens it. Each access is logged, so it is never fetched again automatically. */
export const claimAndOpenLicenceQuery = (ref: LicenceRef) => ({
  queryKey: ['licence', 'case', ref.id],
  queryFn: () => licenceApi.claim(ref),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
})

/** Looks at a licence without taking it: a decided one, or for a person who decides nothing. Each look is logged, too. */
export const viewLicenceWithoutClaimQuery = (ref: LicenceRef) => ({
  ...claimAndOpenLicenceQuery(ref),
  queryKey: ['licence', 'look', ref.id],
  queryFn: () => licenceApi.view(ref),
})

/** Invalidates the queries that a decision changes: the lists, the queue. */
export const invalidatedByLicenceDecision = [['licence', 'list'], ['licence', 'kinds'], ['queue']] as const
