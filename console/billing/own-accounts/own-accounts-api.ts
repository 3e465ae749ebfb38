import { sendConsoleRequest } from '#console/platform/sessions/session.ts'
import { consoleBankEndpoints } from '#contract/billing/bank/console-api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'

const { accounts } = consoleBankEndpoints
const ownAccountApi = createApiClient({ accounts }, sendConsoleRequest)

/** Our accounts, the one that buyers see first. */
export const ownAccountsQuery = {
  queryKey: ['bank', 'accounts'] as const,
  queryFn: () => ownAccountApi.accounts({}),
}
