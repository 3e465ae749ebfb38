import { send } from '#console/platform/sessions/session.ts'
import { consoleSetting } from '#contract/operations/settings/console-api.ts'
import { connect } from '#contract/platform/core/client.ts'

export const settingApi = connect(consoleSetting, send)
export const invalidatedBySetting = [['setting']] as const
