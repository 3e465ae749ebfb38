import { acceptanceBillApi } from '#console/billing/finance/finance-api.ts'
import { tabsFilter } from '#console/platform/components/list/filters.ts'
import type { CaseQueue } from '#console/platform/components/next-case/case-queue.ts'
import { acceptanceBillLifecycle } from '#contract/money/statements/acceptance-lifecycle.ts'
import type { AcceptanceBill } from '#contract/money/statements/shapes.ts'

export type AcceptanceBillRow = AcceptanceBill & { enterpriseId: string; enterpriseName: string | null }

export const acceptanceFilters = { state: tabsFilter('状态', acceptanceBillLifecycle.states) }

/** The bills that wait to be taken or refused. */
export const acceptanceQueue: CaseQueue<typeof acceptanceFilters, AcceptanceBillRow> = {
  list: '/acceptances',
  screen: '/acceptance',
  fields: acceptanceFilters,
  rows: (input, options) => acceptanceBillApi.list(input, options),
  waits: { by: 'state', for: ['WAIT'] },
  queryKey: ['finance', 'acceptance'],
  id: ({ id }) => id,
  at: ({ enterpriseId, id }) => ({ enterpriseId, id }),
}
