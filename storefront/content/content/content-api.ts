import { keepPreviousData } from '@tanstack/react-query'
import { mallContentEndpoints } from '#contract/content/content/api.ts'
import { helpEndpoints } from '#contract/content/content/help-api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'
import { sendOrHoldUntilLogin } from '#storefront/platform/sessions/send.ts'

export const mallContentApi = createApiClient(mallContentEndpoints, sendOrHoldUntilLogin)
const helpApi = createApiClient(helpEndpoints, sendOrHoldUntilLogin)
const MINUTES_MS = 5 * 60_000

export const helpCentreQuery = { queryKey: ['help', 'centre'] as const, queryFn: () => helpApi.centre({}), staleTime: MINUTES_MS }
export const articleQuery = (id: string) => ({
  queryKey: ['help', 'article', id] as const,
  queryFn: () => helpApi.article({ id }),
  staleTime: MINUTES_MS,
})
export const helpSearchQuery = (keyword: string) => ({
  queryKey: ['help', 'search', keyword] as const,
  queryFn: () => helpApi.search({ keyword }),
  staleTime: MINUTES_MS,
  placeholderData: keepPreviousData,
})
