import { sendConsoleRequest } from '#console/platform/sessions/session.ts'
import { consoleSetupEndpoints } from '#contract/operations/setup/api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'

export const setupApi = createApiClient(consoleSetupEndpoints, sendConsoleRequest)

/** The progress of the opening. Other people and other screens change it, so it is fetched again on each visit. */
export const setupQuery = { queryKey: ['setup'] as const, queryFn: () => setupApi.state({}), staleTime: 0 }
/** The progress with all steps, also after the opening. */
export const setupStepsAlsoAfterOpeningQuery = {
  queryKey: ['setup', 'always'] as const,
  queryFn: () => setupApi.state({ always: true }),
  staleTime: 0,
}
export const invalidatedBySetup = [['setup']] as const
