import { pickFilter, tabsFilter } from '#console/platform/components/list/filters.ts'
import type { CaseQueue } from '#console/platform/components/next-case/case-queue.ts'
import type { LicenceReviewRow } from '#contract/catalog/licences/console-api.ts'
import { licenceLifecycle } from '#contract/catalog/licences/licence-lifecycle.ts'
import { Id } from '#contract/platform/core/fields.ts'
import { licenceApi } from './licence-api.ts'

export const licenceFilters = { licenceState: tabsFilter('状态', licenceLifecycle.states), kindId: pickFilter('种类', Id) }

/** The licences that wait for a reviewer. */
export const licenceQueue: CaseQueue<typeof licenceFilters, LicenceReviewRow> = {
  list: '/licences',
  screen: '/licence',
  fields: licenceFilters,
  rows: (input, options) => licenceApi.list(input, options),
  waits: { by: 'licenceState', for: ['pending'] },
  queryKey: ['licence', 'list'],
  id: ({ id }) => id,
  at: ({ enterpriseId, id }) => ({ enterpriseId, id }),
  isOthers: ({ claimedBy, claimedUntil }, { name, now }) =>
    claimedBy !== null && claimedBy !== name && claimedUntil !== null && claimedUntil > now,
}
