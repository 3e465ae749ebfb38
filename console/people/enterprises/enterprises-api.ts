import { send } from '#console/platform/sessions/session.ts'
import { consoleCreditEndpoints } from '#contract/money/credit/api.ts'
import { consoleWalletEndpoints } from '#contract/money/wallet/api.ts'
import { consoleEnterpriseEndpoints } from '#contract/operations/enterprises/api.ts'
import { connect } from '#contract/platform/core/client.ts'

export const enterpriseApi = connect(consoleEnterpriseEndpoints, send)
export const creditApi = connect(consoleCreditEndpoints, send)
export const walletApi = connect(consoleWalletEndpoints, send)

export const enterpriseQuery = (enterpriseId: string) => ({
  queryKey: ['enterprise', 'detail', enterpriseId] as const,
  queryFn: () => enterpriseApi.detail({ enterpriseId }),
})
