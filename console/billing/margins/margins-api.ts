import { sendConsoleRequest } from '#console/platform/sessions/session.ts'
import { consoleMarginEndpoints } from '#contract/billing/margins/api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'

export const marginApi = createApiClient(consoleMarginEndpoints, sendConsoleRequest)
