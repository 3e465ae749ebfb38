import { send } from '#console/platform/sessions/session.ts'
import { consoleCompanyPictureEndpoints } from '#contract/operations/settings/company-picture-api.ts'
import { consoleSettingEndpoints } from '#contract/operations/settings/console-api.ts'
import { connect } from '#contract/platform/core/client.ts'

export const settingApi = connect(consoleSettingEndpoints, send)
export const companyPictureApi = connect(consoleCompanyPictureEndpoints, send)
export const invalidatedBySetting = [['setting']] as const
