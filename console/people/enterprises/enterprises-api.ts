import { sendConsoleRequest } from '#console/platform/sessions/session.ts'
import { consoleCreditLimitEndpoints } from '#contract/money/credit/api.ts'
import { consoleWalletEndpoints } from '#contract/money/wallet/api.ts'
import { consoleEnterpriseEndpoints } from '#contract/operations/enterprises/api.ts'
import { createApiClient } from '#contract/platform/core/client.ts'

export const enterpriseApi = createApiClient(consoleEnterpriseEndpoints, sendConsoleRequest)
export const creditLimitApi = createApiClient(consoleCreditLimitEndpoints, sendConsoleRequest)
export const walletApi = createApiClient(consoleWalletEndpoints, sendConsoleRequest)

/** Invalidates the queries that a limit changes, of a company or of its group: a share is the limit of its member. */
export const invalidatedByCreditLimit = [['finance'], ['enterprise'], ['queue']] as const

export const enterpriseQuery = (enterpriseId: string) => ({
  queryKey: ['enterprise', 'detail', enterpriseId] as const,
  queryFn: () => enterpriseApi.detail({ enterpriseId }),
})
