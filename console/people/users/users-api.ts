import { sendConsoleRequest } from '#console/platform/sessions/session.ts'
import { consoleEnterpriseAccessEndpoints, consoleUserEndpoints } from '#contract/people/identity/console-api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'

export const userApi = createApiClient(consoleUserEndpoints, sendConsoleRequest)
export const enterpriseAccessApi = createApiClient(consoleEnterpriseAccessEndpoints, sendConsoleRequest)

export const userQuery = (userId: string) => ({
  queryKey: ['user', 'detail', userId] as const,
  queryFn: () => userApi.detail({ userId }),
})

/** The open sessions of an enterprise. */
export const enterpriseSessionsQuery = (enterpriseId: string) => ({
  queryKey: ['user', 'of-enterprise', enterpriseId] as const,
  queryFn: () => enterpriseAccessApi.sessions({ enterpriseId }),
})

/** Invalidates the queries that freezing or logging out changes: people and their devices, enterprises, and the audit log. */
export const invalidatedByFreezeOrLogOut = [['user'], ['enterprise'], ['audit']] as const
