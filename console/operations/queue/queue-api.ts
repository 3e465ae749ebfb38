import { sendConsoleRequest } from '#console/platform/sessions/session.ts'
import { consoleWorkQueueEndpoints } from '#contract/operations/queue/api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'

export const queueApi = createApiClient(consoleWorkQueueEndpoints, sendConsoleRequest)

/** What waits. It is polled every half minute, because this page stays open all day. */
export const workQueueQuery = { queryKey: ['queue'] as const, queryFn: () => queueApi.list({}), refetchInterval: 30_000, staleTime: 0 }

/** The charts of the first page change slowly. */
export const REPORT_STALE_MS = 300_000

/** What was done. It changes slowly, and the first page shows it below what waits. */
export const workDoneQuery = { queryKey: ['queue', 'done'] as const, queryFn: () => queueApi.done({}), staleTime: REPORT_STALE_MS }
