import { send } from '#console/platform/sessions/session.ts'
import { consoleHolidayEndpoints } from '#contract/operations/settings/holiday-api.ts'
import { connect } from '#contract/platform/core/client.ts'

export const holidayApi = connect(consoleHolidayEndpoints, send)
