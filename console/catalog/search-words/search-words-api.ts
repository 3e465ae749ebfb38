import { sendConsoleRequest } from '#console/platform/sessions/session.ts'
import { consoleSearchWordEndpoints } from '#contract/catalog/search-words/console-api.ts'
import type { SearchWordKind } from '#contract/catalog/search-words/shapes.ts'
import { createApiClient } from '#contract/platform/core/client.ts'

export const searchWordApi = createApiClient(consoleSearchWordEndpoints, sendConsoleRequest)

export const searchWordsQuery = (kind: SearchWordKind) => ({
  queryKey: ['searchWord', 'list', kind] as const,
  queryFn: () => searchWordApi.list({ kind }),
})

export const invalidatedBySearchWord = [['searchWord', 'list']] as const
