import { send } from '#console/platform/sessions/session.ts'
import { consoleExportEndpoints } from '#contract/operations/exports/console-exports-api.ts'
import { connect } from '#contract/platform/core/client.ts'

export const exportApi = connect(consoleExportEndpoints, send)
