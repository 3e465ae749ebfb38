import { Id } from '../../../contract/fields.ts'
import { accountNames } from '../../../contract/finance/ledger-api.ts'
import { oneAlways, pick } from '../../kit/list/filters.ts'

/** The account that is shown where an address names none. */
export const USUAL = 'wallet'

/** Which account, and whose. */
export const accountFields = { account: oneAlways('账户', accountNames, USUAL), enterpriseId: pick('企业', Id) }
