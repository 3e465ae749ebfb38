import { pick, requiredChoice } from '#console/platform/components/list/filters.ts'
import { accountNames } from '#contract/billing/finance/ledger-api.ts'
import { Id } from '#contract/platform/core/fields.ts'

/** The account that is shown if the URL names none. */
export const DEFAULT_ACCOUNT = 'wallet'

/** The fields for the account and the enterprise. */
export const accountFields = { account: requiredChoice('账户', accountNames, DEFAULT_ACCOUNT), enterpriseId: pick('企业', Id) }
