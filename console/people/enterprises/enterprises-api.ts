import { sendEncoded } from '#console/platform/sessions/session.ts'
import { consoleCreditEndpoints } from '#contract/money/credit/api.ts'
import { consoleWalletEndpoints } from '#contract/money/wallet/api.ts'
import { consoleEnterpriseEndpoints } from '#contract/operations/enterprises/api.ts'
import { createClient } from '#contract/platform/core/client.ts'

export const enterpriseApi = createClient(consoleEnterpriseEndpoints, sendEncoded)
export const creditLimitApi = createClient(consoleCreditEndpoints, sendEncoded)
export const walletApi = createClient(consoleWalletEndpoints, sendEncoded)

export const enterpriseQuery = (enterpriseId: string) => ({
  queryKey: ['enterprise', 'detail', enterpriseId] as const,
  queryFn: () => enterpriseApi.detail({ enterpriseId }),
})
