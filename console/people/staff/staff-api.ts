import { invalidatedBySensitiveChange } from '#console/people/sensitive-changes/sensitive-changes-api.ts'
import { sendConsoleRequest } from '#console/platform/sessions/session.ts'
import { consoleStaffAccountEndpoints } from '#contract/people/staff/staff-api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'

export const staffAccountApi = createApiClient(consoleStaffAccountEndpoints, sendConsoleRequest)
/** Invalidates the queries that a change of an account affects: the list, and one's own data. */
export const invalidatedByStaff = [...invalidatedBySensitiveChange, ['staff']] as const
