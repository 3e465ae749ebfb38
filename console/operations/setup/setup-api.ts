import { send } from '#console/platform/sessions/session.ts'
import { consoleSetupEndpoints } from '#contract/operations/setup/api.ts'
import { connect } from '#contract/platform/core/client.ts'

export const setupApi = connect(consoleSetupEndpoints, send)

/** How far the opening is. Other people and other screens move it on, so it is asked for again on each visit. */
export const setupQuery = { queryKey: ['setup'] as const, queryFn: () => setupApi.state({}), staleTime: 0 }
export const invalidatedBySetup = [['setup']] as const
