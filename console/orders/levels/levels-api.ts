import { sendConsoleRequest } from '#console/platform/sessions/session.ts'
import { consoleLevelEndpoints } from '#contract/orders/levels/console-api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'

export const levelApi = createApiClient(consoleLevelEndpoints, sendConsoleRequest)
