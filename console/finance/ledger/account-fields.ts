import { Id } from '../../../contract/fields.ts'
import { accountNames } from '../../../contract/finance/ledger-api.ts'
import { pick, requiredChoice } from '../../components/list/filters.ts'

/** The account that is shown where an address names none. */
export const DEFAULT_ACCOUNT = 'wallet'

/** Which account, and whose. */
export const accountFields = { account: requiredChoice('账户', accountNames, DEFAULT_ACCOUNT), enterpriseId: pick('企业', Id) }
