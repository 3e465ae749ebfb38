import { sendConsoleRequest } from '#console/platform/sessions/session.ts'
import { consoleContactEndpoints } from '#contract/people/channels/console-api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'

export const contactApi = createApiClient(consoleContactEndpoints, sendConsoleRequest)

/** How the caller is reached besides the notices of the console. */
export const contactQuery = { queryKey: ['contact'] as const, queryFn: () => contactApi.mine({}) }
