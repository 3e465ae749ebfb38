import { connect } from '../../contract/client.ts'
import { consoleCredit } from '../../contract/credit/api.ts'
import { consoleEnterprise } from '../../contract/staff/api.ts'
import { consoleWallet } from '../../contract/wallet/api.ts'
import { send } from '../session/session.ts'

export const enterpriseApi = connect(consoleEnterprise, send)
export const creditApi = connect(consoleCredit, send)
export const walletApi = connect(consoleWallet, send)

export const enterpriseQuery = (enterpriseId: string) => ({
  queryKey: ['enterprise', 'detail', enterpriseId] as const,
  queryFn: () => enterpriseApi.detail({ enterpriseId }),
})
