import { invalidatedBySensitiveChange } from '#console/people/sensitive-changes/sensitive-changes-api.ts'
import { sendConsoleRequest } from '#console/platform/sessions/session.ts'
import { consoleCustomRoleEndpoints } from '#contract/people/staff/custom-role-api.ts'
import { consoleStaffAccountEndpoints } from '#contract/people/staff/staff-api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'

export const staffAccountApi = createApiClient(consoleStaffAccountEndpoints, sendConsoleRequest)
export const customRoleApi = createApiClient(consoleCustomRoleEndpoints, sendConsoleRequest)
/** Invalidates the queries that a change of an account affects: the list, and one's own data. */
export const invalidatedByStaff = [...invalidatedBySensitiveChange, ['staff']] as const

const CUSTOM_ROLE_QUERY_KEY = ['custom-role'] as const

/** All roles of the mall's own, ended ones as well. */
export const customRolesQuery = { queryKey: CUSTOM_ROLE_QUERY_KEY, queryFn: () => customRoleApi.list({}) }

/** Invalidates the queries that a change of a role affects: the roles, the accounts, and what waits for a second person. */
export const invalidatedByCustomRole = [CUSTOM_ROLE_QUERY_KEY, ...invalidatedByStaff] as const
