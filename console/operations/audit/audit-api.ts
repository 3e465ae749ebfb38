import { send } from '#console/platform/sessions/session.ts'
import { consoleAudit } from '#contract/people/staff/audit-api.ts'
import { connect } from '#contract/platform/core/client.ts'

export const auditApi = connect(consoleAudit, send)

/** The acts that a list can be narrowed to; they change with the server alone. */
export const actionsQuery = { queryKey: ['audit', 'actions'] as const, queryFn: () => auditApi.actions({}), staleTime: Infinity }
