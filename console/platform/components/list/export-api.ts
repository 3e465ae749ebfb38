import { sendEncoded } from '#console/platform/sessions/session.ts'
import { consoleExportEndpoints } from '#contract/operations/exports/console-exports-api.ts'
import { createClient } from '#contract/platform/core/client.ts'

export const exportApi = createClient(consoleExportEndpoints, sendEncoded)
