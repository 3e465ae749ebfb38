import { sendConsoleRequest } from '#console/platform/sessions/session.ts'
import { consoleMallCompanyPictureEndpoints } from '#contract/operations/settings/company-picture-api.ts'
import { consoleSettingEndpoints } from '#contract/operations/settings/console-api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'

export const settingApi = createApiClient(consoleSettingEndpoints, sendConsoleRequest)
export const companyPictureApi = createApiClient(consoleMallCompanyPictureEndpoints, sendConsoleRequest)
export const invalidatedBySetting = [['setting']] as const
