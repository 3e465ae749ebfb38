import { sendConsoleRequest } from '#console/platform/sessions/session.ts'
import { consoleAuditEndpoints } from '#contract/people/staff/audit-api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'

export const auditApi = createApiClient(consoleAuditEndpoints, sendConsoleRequest)

/** The actions that the list can be filtered by. They only change with a new version of the server. */
export const auditActionsQuery = { queryKey: ['audit', 'actions'] as const, queryFn: () => auditApi.actions({}), staleTime: Infinity }
