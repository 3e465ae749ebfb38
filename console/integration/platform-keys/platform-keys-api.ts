import { sendConsoleRequest } from '#console/platform/sessions/session.ts'
import { consolePlatformKeyEndpoints } from '#contract/integration/integration/platform-key-api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'

export const platformKeyApi = createApiClient(consolePlatformKeyEndpoints, sendConsoleRequest)

/** Invalidates the queries that show platform keys, and the audit log. */
export const invalidatedByPlatformKey = [['platform-key'], ['audit']] as const
