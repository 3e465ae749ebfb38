import { send } from '#console/platform/sessions/session.ts'
import { consoleCredit } from '#contract/money/credit/api.ts'
import { consoleWallet } from '#contract/money/wallet/api.ts'
import { consoleEnterprise } from '#contract/operations/enterprises/api.ts'
import { connect } from '#contract/platform/core/client.ts'

export const enterpriseApi = connect(consoleEnterprise, send)
export const creditApi = connect(consoleCredit, send)
export const walletApi = connect(consoleWallet, send)

export const enterpriseQuery = (enterpriseId: string) => ({
  queryKey: ['enterprise', 'detail', enterpriseId] as const,
  queryFn: () => enterpriseApi.detail({ enterpriseId }),
})
