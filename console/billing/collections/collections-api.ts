import { flagFilter, pickFilter, tabsFilter, textFilter } from '#console/platform/components/list/filters.ts'
import type { CaseQueue } from '#console/platform/components/next-case/case-queue.ts'
import { sendConsoleRequest } from '#console/platform/sessions/session.ts'
import { collectionTaskLifecycle } from '#contract/billing/collections/collection-lifecycle.ts'
import { consoleCollectionEndpoints, consoleOrderStopEndpoints } from '#contract/billing/collections/console-api.ts'
import type { CollectionTask } from '#contract/billing/collections/shapes.ts'
import { createApiClient } from '#contract/platform/core/client.ts'
import { Id, Text } from '#contract/platform/core/fields.ts'

export const collectionApi = createApiClient(consoleCollectionEndpoints, sendConsoleRequest)
export const orderStopApi = createApiClient(consoleOrderStopEndpoints, sendConsoleRequest)

/** Invalidates the queries that a change of a task or of the stop-list changes. */
export const invalidatedByCollection = [['collection'], ['order-stop'], ['queue']] as const

/** The bands of ages with their tasks, and the people who may have one. */
export const collectionSummaryQuery = { queryKey: ['collection', 'summary'] as const, queryFn: () => collectionApi.summary({}) }

export const collectionFilters = {
  state: tabsFilter('状态', collectionTaskLifecycle.states, '未结清'),
  band: pickFilter('账龄', Text(1)),
  ownerId: pickFilter('负责人', Id),
  unowned: flagFilter('只看未分配'),
  keyword: textFilter('企业', Text(50), '企业名称'),
}

export const toCollectionListInput = <Values extends { band?: string | undefined }>({ band, ...values }: Values) => ({
  ...values,
  band: band === undefined ? undefined : Number(band),
})

/** The companies that owe, the longest first. Nothing but a payment ends a task, so each is gone through once. */
export const collectionQueue: CaseQueue<typeof collectionFilters, CollectionTask> = {
  list: '/collections',
  screen: '/collection',
  fields: collectionFilters,
  rows: (input, options) => collectionApi.list(toCollectionListInput(input), options),
  waits: { by: 'state', for: [undefined, 'OPEN', 'BROKEN'] },
  queryKey: ['collection', 'list'],
  id: ({ id }) => id,
  at: ({ enterpriseId, id }) => ({ enterpriseId, id }),
}
