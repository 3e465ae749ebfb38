import { pick, requiredChoice } from '#console/platform/components/list/filters.ts'
import { accountNames } from '#contract/billing/finance/ledger-api.ts'
import { Id } from '#contract/platform/core/fields.ts'

/** The account that is shown where an address names none. */
export const DEFAULT_ACCOUNT = 'wallet'

/** Which account, and whose. */
export const accountFields = { account: requiredChoice('账户', accountNames, DEFAULT_ACCOUNT), enterpriseId: pick('企业', Id) }
