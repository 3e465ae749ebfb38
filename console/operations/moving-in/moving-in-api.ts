import { sendConsoleRequest } from '#console/platform/sessions/session.ts'
import { consoleMovingInEndpoints } from '#contract/operations/moving-in/api.ts'
import type { MovingInRun } from '#contract/operations/moving-in/shapes.ts'
import { createApiClient } from '#contract/platform/core/client.ts'

export const movingInApi = createApiClient(consoleMovingInEndpoints, sendConsoleRequest)

/** The polling interval while the server works on a run. */
const EVERY_MS = 1_000

/** Whether the server is working on it. */
export const isMovingInRunning = ({ state }: Pick<MovingInRun, 'state'>): boolean => state === 'trying' || state === 'applying'

/** One run. It is polled while the server works on it. */
export const movingInQuery = (id: string) => ({
  queryKey: ['movingIn', 'state', id] as const,
  queryFn: () => movingInApi.state({ id }),
  refetchInterval: ({ state: { data } }: { state: { data?: MovingInRun | undefined } }) =>
    data && isMovingInRunning(data) ? EVERY_MS : (false as const),
})
