import { siteEndpoints } from '#contract/content/content/api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'
import { sendEncoded } from '#storefront/platform/sessions/send.ts'

export const siteApi = createApiClient(siteEndpoints, sendEncoded)
