import { sendConsoleRequest } from '#console/platform/sessions/session.ts'
import { consoleSalesReportEndpoints } from '#contract/operations/reports/sales-api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'

export const salesReportApi = createApiClient(consoleSalesReportEndpoints, sendConsoleRequest)
