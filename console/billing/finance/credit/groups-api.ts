import { sendConsoleRequest } from '#console/platform/sessions/session.ts'
import { consoleCompanyGroupEndpoints } from '#contract/billing/company-groups/console-api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'

export const companyGroupApi = createApiClient(consoleCompanyGroupEndpoints, sendConsoleRequest)

/** A group by its parent. */
export const companyGroupQuery = (enterpriseId: string) => ({
  queryKey: ['finance', 'group', enterpriseId] as const,
  queryFn: () => companyGroupApi.detail({ enterpriseId }),
})
