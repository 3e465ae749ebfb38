import { sendConsoleRequest } from '#console/platform/sessions/session.ts'
import { consoleExportEndpoints } from '#contract/operations/exports/console-exports-api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'

export const exportApi = createApiClient(consoleExportEndpoints, sendConsoleRequest)
