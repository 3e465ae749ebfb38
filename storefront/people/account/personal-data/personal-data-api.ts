import { queryOptions } from '@tanstack/react-query'
import { personalDataEndpoints } from '#contract/people/identity/personal-data-api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'
import { sendOrHoldUntilLogin } from '#storefront/platform/sessions/send.ts'

export const personalDataApi = createApiClient(personalDataEndpoints, sendOrHoldUntilLogin)

/** The facts before an account is closed. They are fetched on every visit, because unfinished business changes. */
export const accountClosingPreviewQuery = queryOptions({
  queryKey: ['closing-account'],
  queryFn: () => personalDataApi.closing({}),
  staleTime: 0,
})
