import { sendEncoded } from '#console/platform/sessions/session.ts'
import { consoleCompanyPictureEndpoints } from '#contract/operations/settings/company-picture-api.ts'
import { consoleSettingEndpoints } from '#contract/operations/settings/console-api.ts'
import { createClient } from '#contract/platform/core/client.ts'

export const settingApi = createClient(consoleSettingEndpoints, sendEncoded)
export const companyPictureApi = createClient(consoleCompanyPictureEndpoints, sendEncoded)
export const invalidatedBySetting = [['setting']] as const
