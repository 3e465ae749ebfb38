import { sendEncoded } from '#console/platform/sessions/session.ts'
import { consolePlatformKeyEndpoints } from '#contract/integration/integration/platform-key-api.ts'
import { createClient } from '#contract/platform/core/client.ts'

export const platformKeyApi = createClient(consolePlatformKeyEndpoints, sendEncoded)

/** Invalidates the queries that show platform keys, and the audit log. */
export const invalidatedByPlatformKey = [['platform-key'], ['audit']] as const
