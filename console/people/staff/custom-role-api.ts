import { sendConsoleRequest } from '#console/platform/sessions/session.ts'
import { consoleCustomRoleEndpoints } from '#contract/people/staff/custom-role-api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'
import { invalidatedByStaff } from './staff-api.ts'

export const customRoleApi = createApiClient(consoleCustomRoleEndpoints, sendConsoleRequest)

const QUERY_KEY = ['custom-role'] as const

/** All roles of the mall's own, ended ones as well. */
export const customRolesQuery = { queryKey: QUERY_KEY, queryFn: () => customRoleApi.list({}) }

/** Invalidates the queries that a change of a role affects: the roles, the accounts, and what waits for a second person. */
export const invalidatedByCustomRole = [QUERY_KEY, ...invalidatedByStaff] as const
