import { pickFilter, requiredChoiceFilter } from '#console/platform/components/list/filters.ts'
import { ledgerAccountLabels } from '#contract/billing/finance/ledger-api.ts'
import { Id } from '#contract/platform/core/fields.ts'

/** The account that is shown if the URL names none. */
export const DEFAULT_LEDGER_ACCOUNT = 'wallet'

/** The fields for the account and the enterprise. */
export const ledgerAccountFilters = {
  account: requiredChoiceFilter('账户', ledgerAccountLabels, DEFAULT_LEDGER_ACCOUNT),
  enterpriseId: pickFilter('企业', Id),
}
