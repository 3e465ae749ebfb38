import { siteEndpoints } from '#contract/content/content/api.ts'
import { createClient } from '#contract/platform/core/client.ts'
import { sendEncoded } from '#storefront/platform/sessions/send.ts'

export const siteApi = createClient(siteEndpoints, sendEncoded)
