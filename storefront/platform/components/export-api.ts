import type { exportsEndpoints } from '#contract/billing/documents/exports-api.ts'
import { type Client, connect } from '#contract/platform/core/client.ts'
import { downloadEndpoint } from '#contract/platform/core/endpoint.ts'
import { EmptyInput } from '#contract/platform/core/fields.ts'
import { exportPath } from '#contract/platform/spreadsheets/export-path.ts'
import { send } from '#storefront/platform/sessions/send.ts'

/**
 * The calls that export lists, each built when it is used. Their inputs are sent unchanged, so that no page loads the contracts of all
 * other lists.
 */
export const exportApi = new Proxy({} as Client<typeof exportsEndpoints>, {
  get: (_, name: string) =>
    connect({ [name]: downloadEndpoint({ path: exportPath(name), summary: name, needs: 'login', input: EmptyInput }) }, send)[name],
})
