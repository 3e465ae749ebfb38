import { connect } from '../../contract/client.ts'
import { consoleAudit } from '../../contract/staff/audit-api.ts'
import { send } from '../session/session.ts'

export const auditApi = connect(consoleAudit, send)

/** The acts that a list can be narrowed to; they change with the server alone. */
export const actionsQuery = { queryKey: ['audit', 'actions'] as const, queryFn: () => auditApi.actions({}), staleTime: Infinity }
