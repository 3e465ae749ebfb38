import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { sendConsoleRequest } from '#console/platform/sessions/session.ts'
import { consoleSavedViewEndpoints } from '#contract/people/saved-views/api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'

export const savedViewApi = createApiClient(consoleSavedViewEndpoints, sendConsoleRequest)

const SAVED_VIEW_QUERY_KEY = ['saved-view'] as const
const STALE_MS = 300_000

/** What the person keeps of all lists. Lists are shown without it until it is there, and if it cannot be fetched. */
const savedViewQuery = {
  queryKey: SAVED_VIEW_QUERY_KEY,
  queryFn: () => savedViewApi.list({}),
  staleTime: STALE_MS,
  meta: { quiet: true as const },
}

export const invalidatedBySavedView = [SAVED_VIEW_QUERY_KEY]

/** The path of the list on the screen, and what the person keeps of it; undefined while that is not known. */
export function useSavedViewsOfList() {
  const list = useLocation({ select: ({ pathname }) => pathname })
  const query = useQuery(savedViewQuery)
  const views = query.data?.views.filter((view) => view.list === list)
  const hidden = query.data?.hiddenColumns.find((columns) => columns.list === list)?.titles
  return { list, views, hidden, query }
}
