import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { searchSuggestionEndpoints } from '#contract/catalog/suggestions/api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'
import { sendOrHoldUntilLogin } from '#storefront/platform/sessions/send.ts'

const suggestionApi = createApiClient(searchSuggestionEndpoints, sendOrHoldUntilLogin)

const STALE_MS = 60_000

/** The suggestions for a keyword. While the next answer loads, the last one stays visible. */
export const searchSuggestionsQuery = (keyword: string) =>
  queryOptions({
    queryKey: ['suggestions', keyword],
    queryFn: () => suggestionApi.suggest({ keyword }),
    placeholderData: keepPreviousData,
    staleTime: STALE_MS,
  })
