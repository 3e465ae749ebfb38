import { queryOptions } from '@tanstack/react-query'
import { personalDataEndpoints } from '#contract/people/identity/personal-data-api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'
import { sendEncoded } from '#storefront/platform/sessions/send.ts'

export const personalDataApi = createApiClient(personalDataEndpoints, sendEncoded)

/** What has to be known before the account is closed. Fetched on every visit, because what is open changes. */
export const closingQuery = queryOptions({
  queryKey: ['closing-account'],
  queryFn: () => personalDataApi.closing({}),
  staleTime: 0,
})
