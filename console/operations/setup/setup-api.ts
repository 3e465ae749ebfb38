import { sendEncoded } from '#console/platform/sessions/session.ts'
import { consoleSetupEndpoints } from '#contract/operations/setup/api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'

export const setupApi = createApiClient(consoleSetupEndpoints, sendEncoded)

/** How far the opening is. Other people and other screens move it on, so it is asked for again on each visit. */
export const setupQuery = { queryKey: ['setup'] as const, queryFn: () => setupApi.state({}), staleTime: 0 }
/** The same with its steps, also after the opening is over. */
export const setupWithStepsQuery = { queryKey: ['setup', 'always'] as const, queryFn: () => setupApi.state({ always: true }), staleTime: 0 }
export const invalidatedBySetup = [['setup']] as const
