import { Id } from '../../../contract/fields.ts'
import { accountNames } from '../../../contract/finance/ledger-api.ts'
import { choice, pick } from '../../kit/list/filters.ts'

/** Which account, and whose. */
export const accountFields = { account: choice('账户', accountNames), enterpriseId: pick('企业', Id) }

/** The account that is shown where an address names none. */
export const USUAL = 'wallet'
