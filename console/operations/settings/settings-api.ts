import { send } from '#console/platform/sessions/session.ts'
import { consoleSettingEndpoints } from '#contract/operations/settings/console-api.ts'
import { connect } from '#contract/platform/core/client.ts'

export const settingApi = connect(consoleSettingEndpoints, send)
export const invalidatedBySetting = [['setting']] as const
