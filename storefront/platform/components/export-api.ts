import type { buyerListExportEndpoints } from '#contract/billing/documents/exports-api.ts'
import { type ApiClient, createApiClient } from '#contract/platform/core/client.ts'
import { downloadEndpoint } from '#contract/platform/core/endpoint.ts'
import { EmptyInput } from '#contract/platform/core/fields.ts'
import { getBuyerExportPath } from '#contract/platform/spreadsheets/export-path.ts'
import { sendOrHoldUntilLogin } from '#storefront/platform/sessions/send.ts'

/**
 * The calls that export lists, each built when it is used. Their inputs are sent unchanged, so that no page loads the contracts of all
 * other lists.
 */
export const buyerListExportApi = new Proxy({} as ApiClient<typeof buyerListExportEndpoints>, {
  get: (_, name: string) =>
    createApiClient(
      { [name]: downloadEndpoint({ path: getBuyerExportPath(name), summary: name, needs: 'login', input: EmptyInput }) },
      sendOrHoldUntilLogin,
    )[name],
})
