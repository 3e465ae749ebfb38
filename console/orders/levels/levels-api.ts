import { sendEncoded } from '#console/platform/sessions/session.ts'
import { consoleLevelEndpoints } from '#contract/orders/levels/console-api.ts'
import { createClient } from '#contract/platform/core/client.ts'

export const levelApi = createClient(consoleLevelEndpoints, sendEncoded)
