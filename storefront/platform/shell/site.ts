import { siteEndpoints } from '#contract/content/content/api.ts'
import { connect } from '#contract/platform/core/client.ts'
import { send } from '#storefront/platform/sessions/send.ts'

export const siteApi = connect(siteEndpoints, send)
