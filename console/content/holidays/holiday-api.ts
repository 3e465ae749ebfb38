import { sendConsoleRequest } from '#console/platform/sessions/session.ts'
import { consoleHolidayEndpoints } from '#contract/operations/settings/holiday-api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'

export const holidayApi = createApiClient(consoleHolidayEndpoints, sendConsoleRequest)
