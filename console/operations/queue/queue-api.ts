import { sendConsoleRequest } from '#console/platform/sessions/session.ts'
import { consoleWorkQueueEndpoints } from '#contract/operations/queue/api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'

const queueApi = createApiClient(consoleWorkQueueEndpoints, sendConsoleRequest)

/** What waits. It is polled every half minute, because this page stays open all day. */
export const workQueueQuery = { queryKey: ['queue'] as const, queryFn: () => queueApi.list({}), refetchInterval: 30_000, staleTime: 0 }

/** What was done. It changes slowly, and the first page shows it below what waits. */
export const workDoneQuery = { queryKey: ['queue', 'done'] as const, queryFn: () => queueApi.done({}), staleTime: 300_000 }
