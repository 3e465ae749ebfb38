import { sendConsoleRequest } from '#console/platform/sessions/session.ts'
import { consoleSensitiveChangeEndpoints } from '#contract/people/staff/sensitive-change-api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'

export const sensitiveChangeApi = createApiClient(consoleSensitiveChangeEndpoints, sendConsoleRequest)
/** Invalidates the queries that change when a change is requested, approved or stopped: the lists of changes, and what each changes. */
export const invalidatedBySensitiveChange = [
  ['sensitive-change'],
  ['queue'],
  ['notice'],
  ['setting'],
  ['staff-account'],
  ['level'],
  ['finance'],
] as const
