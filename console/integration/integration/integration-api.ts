import { sendConsoleRequest } from '#console/platform/sessions/session.ts'
import { consoleIntegrationEndpoints } from '#contract/integration/integration/console-api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'

export const integrationApi = createApiClient(consoleIntegrationEndpoints, sendConsoleRequest)

export const integrationQuery = (enterpriseId: string) => ({
  queryKey: ['integration', enterpriseId] as const,
  queryFn: () => integrationApi.overview({ enterpriseId }),
})

/** Invalidates the queries that change when a key or a webhook is stopped, and the audit log. */
export const invalidatedByStoppedKeyOrWebhook = [['integration'], ['audit']] as const
