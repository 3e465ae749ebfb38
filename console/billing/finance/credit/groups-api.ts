import { sendConsoleRequest } from '#console/platform/sessions/session.ts'
import { consoleCompanyGroupEndpoints } from '#contract/billing/company-groups/console-api.ts'
import { consoleCreditLimitEndpoints } from '#contract/money/credit/api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'

export const companyGroupApi = createApiClient(consoleCompanyGroupEndpoints, sendConsoleRequest)
export const groupLimitApi = createApiClient({ setGroupLimit: consoleCreditLimitEndpoints.setGroupLimit }, sendConsoleRequest)

/** A group by its parent. */
export const companyGroupQuery = (enterpriseId: string) => ({
  queryKey: ['finance', 'group', enterpriseId] as const,
  queryFn: () => companyGroupApi.detail({ enterpriseId }),
})

/** A share is the limit of its member, so the queries of limits are out of date as well. */
export const invalidatedByCompanyGroup = [['finance'], ['enterprise'], ['queue']] as const
